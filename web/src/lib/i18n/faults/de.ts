// German: what the rules refuse, by the code that the WebAssembly module gives (crates/referee/src/thrown.rs).
import type { Message } from '../i18n.svelte';
import type { faultsEn } from './en';

// Each text is a whole sentence. After “Zeile 3:” a whole sentence begins with a capital letter.
export const faultsDe: Record<keyof typeof faultsEn, Message> = {
  'fault.line': 'Zeile {line}: {what}',
  'fault.other': 'Das ist nicht erlaubt.',
  'fault.detail': 'Einzelheiten (auf Englisch)',
  'fault.record.first': 'Ein gespeichertes Spiel muss mit „powerboats record 1“ beginnen.',
  'fault.record.missing': 'Hier fehlt die Zeile „{word}: …“.',
  'fault.record.unread': 'Ab Zeichen {column} ist der Text nicht lesbar.',
  'fault.record.hex':
    'Das Feld „{text}“ gibt es nicht. Ein Feld besteht aus einem Buchstaben und einer Zahl, zum Beispiel k12.',
  'fault.record.heading': 'Die Richtung „{text}“ gibt es nicht. Möglich sind E, NE, NW, W, SW und SE.',
  'fault.record.hand': 'Die Würfel „{text}“ sind nicht möglich. Ein Würfel zeigt 1, 2 oder 3.',
  'fault.record.color': 'Die Bootsfarbe „{text}“ gibt es nicht.',
  'fault.record.leg': 'Das nächste Ziel „{text}“ gibt es nicht. Möglich sind start, 1, 2, 3 und finish.',
  'fault.record.sides': 'Die Seite „{text}“ der See-Teile gibt es nicht. Möglich sind dark, light und mixed.',
  'fault.record.scoring': 'Die Wertung „{text}“ gibt es nicht. Möglich sind classic und turns.',
  'fault.record.lake': 'Dieser See ist nicht möglich. Jedes der sechs See-Teile muss genau einmal vorkommen.',
  'fault.record.twice': '{color} kommt zweimal vor.',
  'fault.record.players': 'Es können zwei bis sechs Boote mitfahren, nicht {n}.',
  'fault.record.two': 'Zu zweit zählen in der Wertung immer auch die Züge.',
  'fault.record.races': 'Eine Regatta hat ein bis drei Rennen, nicht {n}.',
  'fault.record.start': 'Die Würfe vor dem Start legen nicht fest, wer beginnt.',
  'fault.record.side': 'See-Teil {tile} liegt mit der falschen Seite nach oben.',
  'fault.record.course':
    'Diese Rennstrecke ist nicht möglich. Eine Boje oder die Linie ist an einer falschen Stelle.',
  'fault.record.deal.now': 'An dieser Stelle wird kein Rennen aufgebaut.',
  'fault.record.deal.spots': 'Die Bojen stehen nicht auf den Plätzen dieses Rennens.',
  'fault.record.deal.stands': 'Das Ziel ist nicht von jedem Startfeld aus zu erreichen.',
  'fault.record.now': '{color} ist dran, muss jetzt aber etwas anderes tun.',
  'fault.record.raceover': 'Das Rennen ist schon zu Ende.',
  'fault.record.place': '{at} ist kein Startfeld.',
  'fault.record.taken': 'Auf {at} steht schon ein Boot.',
  'fault.record.dice':
    'Diese Wahl ist nicht erlaubt. Würfel: {hand}. Behalten: {hold}. Anzahl der Würfel nach dem Wurf: {n}.',
  'fault.record.roll': 'Die Anzahl der geworfenen Würfel ist falsch: {n} statt {expected}.',
  'fault.record.steer':
    'Du musst die Richtung mit dem meisten Wasser wählen. Wasserfelder hier: {run}. Wasserfelder in der längsten Richtung: {longest}.',
  'fault.record.turn': '{now} ist dran, nicht {not}.',
  'fault.record.race': 'Als Nächstes kommt Rennen {now}, nicht Rennen {not}.',
  'fault.record.over': 'Die Regatta ist schon zu Ende.',
  'fault.record.norace': 'Es ist noch kein Rennen aufgebaut.',
  'fault.record.differs': 'Nach den Regeln müsste diese Zeile „{text}“ lauten.',
  'fault.unfair.missing': 'Die Zeile „{word}: …“ fehlt. Deshalb lassen sich die Würfel nicht prüfen.',
  'fault.unfair.twice': 'Die Zeile „{word}: …“ kommt zweimal vor.',
  'fault.unfair.nosecret': 'Die Geheimzahl besteht nicht aus 64 Hexadezimalziffern.',
  'fault.unfair.othersecret': 'Die Geheimzahl passt nicht zum Siegel.',
  'fault.unfair.salt': '„{text}“ ist nicht der Zufallstext eines Spielers.',
  'fault.unfair.seal': '„{text}“ ist nicht das Siegel für den Zufallstext eines Spielers.',
  'fault.unfair.othersalt': 'Der Zufallstext von {color} ist nicht der, der vor dem Start versiegelt wurde.',
  'fault.unfair.redrawn': '„{text}“ sagt nicht, aus welcher Geheimzahl sich die Würfe ergeben.',
  'fault.unfair.lake': 'Aus der Geheimzahl ergibt sich ein anderer See.',
  'fault.unfair.course': 'Aus der Geheimzahl ergibt sich für Rennen {letter} eine andere Rennstrecke.',
  'fault.unfair.start': 'Aus der Geheimzahl ergeben sich andere Würfe dafür, wer beginnt.',
  'fault.unfair.roll':
    'Rennen {letter}, Zug {number} von {color}: Aus der Geheimzahl ergibt sich der Wurf {fair}, aber im gespeicherten Spiel steht {found}.',
};
