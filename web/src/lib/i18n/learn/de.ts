// Lektionen und Regeln auf Deutsch, in den Worten der deutschen Spielregel.
import type { LearnCatalogue } from './speech.svelte';

export const de: LearnCatalogue = {
  'learn.title': 'Spielen lernen',
  'learn.intro': 'Zwölf kurze Lektionen. Du bist das rote Boot.',
  'learn.step': 'Lektion {number} von {n}',
  'learn.steps': 'Lektionen',
  'learn.learnt': 'gelernt',
  'learn.task': 'Deine Aufgabe',
  'learn.next': 'Nächste Lektion',
  'learn.again': 'Noch einmal versuchen',
  'learn.repeat': 'Noch einmal',
  'learn.before': 'Zurück',
  'learn.skip': 'Überspringen',
  'learn.well': 'Gut gemacht!',
  'learn.oops': 'Nicht ganz.',
  'learn.speed': 'Geschwindigkeit {n}',
  'learn.lake': 'Ein kleiner See.',
  'learn.flag': 'Die Fahne steht auf {at}.',
  'learn.rest': 'Du kannst jederzeit aufhören. Dieses Gerät merkt sich, wo du bist.',
  'learn.over.title': 'Jetzt kennst du das ganze Spiel!',
  'learn.over.text': 'Fahr ein Rennen gegen die Piloten des Computers. Vergisst du eine Regel, sieh nach.',
  'learn.over.race': 'Zu meinem ersten Rennen',
  'learn.over.rules': 'Die Regeln zum Nachlesen',
  'learn.over.again': 'Alle Lektionen von vorn',

  'learn.dice.title': 'Würfel machen schnell',
  'learn.dice.text':
    'Ein Würfel zeigt 1, 2 oder 3. Alle deine Würfel zusammen sind deine Geschwindigkeit: so viele Felder fährst du, immer geradeaus.',
  'learn.dice.task':
    'Füge mit + einen Würfel hinzu, wirf ihn und dreh dich dann so, dass du die Fahne erreichst.',
  'learn.dice.none':
    'Ohne Würfel bleibt dein Boot stehen und kann sich nur drehen. Füge mit + einen Würfel hinzu.',
  'learn.dice.rolled':
    'Du hast {total} geworfen. Du darfst geradeaus fahren oder dich vorher um eine Feldseite nach links oder rechts drehen. Wo ist die Fahne?',
  'learn.dice.missed': 'Jetzt bist du auf {end}. Die Fahne ist links vor dir.',
  'learn.dice.done':
    'Du hast dich gedreht, bist {total} Felder gefahren und schaust nun dorthin. Dein Würfel bleibt dir für den nächsten Zug.',

  'learn.full.title': 'Du musst alles fahren',
  'learn.full.text':
    'In jedem Zug darfst du einen Würfel hinzufügen oder einen weglegen und von den übrigen beliebig viele neu würfeln. Dann musst du einen Weg nehmen, auf den deine ganze Geschwindigkeit passt.',
  'learn.full.task': 'Halte die 3, würfle die 2 neu und füge einen Würfel hinzu. Dann steuere.',
  'learn.full.add': 'Du solltest einen Würfel hinzufügen: drück +. Mehr als einer pro Zug geht nicht.',
  'learn.full.hold': 'Halte die 3, wie sie ist, und drück auf die 2, bis dort „neu würfeln“ steht.',
  'learn.full.rolled': '{dice} macht {total}. Versuch alle drei Wege: wo ist Platz für {total}?',
  'learn.full.done':
    'Nur dort war Platz für {total} Felder. Also musstest du dorthin, auch wenn du anderswohin wolltest.',

  'learn.brake.title': 'Bremse rechtzeitig',
  'learn.brake.text':
    'Du bist schnell, und in jeder Richtung sind nur drei Felder Wasser. Zum Bremsen darfst du in jedem Zug einen Würfel weglegen.',
  'learn.brake.task': 'Wähle deine Würfel so, dass du keinen Crash baust.',
  'learn.brake.crashed':
    'Crash! Deine Geschwindigkeit war {total}, aber Wasser war nur für {run} da. Leg einen Würfel weg: drück ihn, bis dort „weglegen“ steht.',
  'learn.brake.done':
    'Geschwindigkeit {total} passt genau. Schau voraus und leg einen Würfel weg, bevor es eng wird.',

  'learn.crash.title': 'Wenn jeder Weg versperrt ist',
  'learn.crash.text':
    'Deine Geschwindigkeit ist 5 und kein Weg ist lang genug: es gibt einen Crash. Dann musst du den Weg mit dem meisten Wasser nehmen. Inseln, Ufer und Bojen versperren den Weg.',
  'learn.crash.task': 'Finde den längsten Weg.',
  'learn.crash.done':
    'Du bist {run} von {total} gefahren, {damage} fehlten: das sind {damage} Schadensmarker. Alle Würfel sind weg, und du fängst wieder mit einem an.',

  'learn.sink.title': 'Mit vier Markern sinkst du',
  'learn.sink.text':
    'Dein Boot hat drei Schadensmarker. Mit dem vierten sinkt es und scheidet aus diesem Rennen aus.',
  'learn.sink.task': 'Wähle Würfel und Weg so, dass du heil durchkommst.',
  'learn.sink.sunk':
    'Geschwindigkeit {total}, aber Wasser nur für {run}: das war der vierte Marker, dein Boot ist gesunken. Fahr langsamer.',
  'learn.sink.done': 'Geschafft! Mit drei Schadensmarkern lohnt sich Vorsicht.',

  'learn.pass.title': 'Boote versperren nichts',
  'learn.pass.text': 'Vor dir liegen andere Boote. Du darfst durch ihre Felder hindurchfahren.',
  'learn.pass.task': 'Würfle beide Würfel neu und fahr geradeaus, an Orange und Weiß vorbei zur Fahne.',
  'learn.pass.short': 'Du bist {steps} gefahren und Weiß liegt noch vor dir. Würfle beide Würfel neu.',
  'learn.pass.done': 'Du hast beide überholt. Das schadet niemandem.',

  'learn.behind.title': 'Hinter einem Boot anhalten',
  'learn.behind.text':
    'Zwei Boote stehen nie auf einem Feld. Würde deine Fahrt auf einem Boot enden, hältst du auf dem letzten freien Feld davor.',
  'learn.behind.task': 'Behalte 3 und 1: Weiß liegt genau vier Felder voraus. Fahr geradeaus.',
  'learn.behind.free':
    'Diesmal endete deine Fahrt nicht auf dem Feld von Weiß. Behalte beide Würfel und fahr geradeaus.',
  'learn.behind.done':
    'Du hast nach {steps} Feldern hinter Weiß angehalten. Das ist kein Crash: kein Schaden, und die Würfel bleiben dir.',

  'learn.start.title': 'Der Start',
  'learn.start.text':
    'Du startest auf der Linie oder gleich dahinter, in beliebiger Richtung, ohne Würfel. Wer beginnt, stellt sein Boot zuletzt auf. Fahr über die Linie, wie der grüne Pfeil zeigt.',
  'learn.start.task': 'Stell dein Boot auf, wirf einen Würfel und fahr über den Start.',
  'learn.start.placed': 'Jetzt dein erster Zug: füge einen Würfel hinzu und wirf ihn.',
  'learn.start.rolled': 'Steuere über die Linie, wie der grüne Pfeil zeigt.',
  'learn.start.nodice': 'Ohne Würfel fährst du nicht. Füge mit + einen hinzu.',
  'learn.start.missed':
    'Du bist nicht über den Start gefahren. Stell dein Boot so auf, dass es in Richtung des grünen Pfeils schaut.',
  'learn.start.done': 'Du bist unterwegs! Jetzt zu Boje 1.',

  'learn.round.title': 'Um die Bojen',
  'learn.round.text':
    'Umfahre die Bojen 1, 2 und 3 der Reihe nach, wie ihre Pfeile zeigen. Jede Boje hat ein Tor, die gelbe Reihe: erreichst du es von der richtigen Seite, nah oder fern, ist die Boje umfahren.',
  'learn.round.task': 'Umfahre Boje 1, die Boje zur Rechten.',
  'learn.round.missed':
    'So fährst du unter Boje 1 vorbei und nicht durch ihr Tor. Sie ist nicht umfahren. Fahr durch die gelbe Reihe.',
  'learn.round.done': 'Du hast das Tor erreicht: Boje 1 ist umfahren, Tor 2 ist das nächste.',

  'learn.back.title': 'Kehr nicht um',
  'learn.back.text':
    'Fährst du durch ein Tor zurück, gilt es nicht mehr. Und wer verkehrt herum durch ein Tor fährt, muss erst wieder zurück und dann noch einmal richtig hindurch.',
  'learn.back.task': 'Du stehst auf dem Tor von Boje 1. Fahr weiter, ohne dass es verloren geht.',
  'learn.back.undone': 'Du bist durch Tor 1 zurückgefahren, also musst du Boje 1 noch einmal umfahren.',
  'learn.back.done': 'Boje 1 bleibt umfahren. Als Nächstes Boje 2, unter dir.',

  'learn.finish.title': 'Ziel und Punkte',
  'learn.finish.text':
    'Alle Bojen sind umfahren. Es genügt, die Ziel-Linie zu erreichen. Aber deine Fahrt geht weiter: auch dahinter kann es noch einen Crash geben.',
  'learn.finish.task': 'Wähle deine Würfel so, dass du die Linie sicher erreichst.',
  'learn.finish.missed':
    'Geschwindigkeit {total} war zu viel: hinter der Linie ist Land, also musstest du abdrehen. 3 und 1 passen genau.',
  'learn.finish.home': 'Du bist {steps} gefahren und im Ziel: Zweiter nach Schwarz!',
  'learn.finish.question':
    'Bei dreien bekommt der Letzte nichts, der Zweite 1, der Erste 2. Rennen B zählt doppelt, Rennen C dreifach. Dies war Rennen B und du bist Zweiter: wie viele Punkte?',
  'learn.finish.wrong': '{number} stimmt nicht. Der Zweite bekommt 1, und Rennen B zählt doppelt.',
  'learn.finish.right':
    'Ja, {n}: 1 mal 2. Nach Rennen C gewinnen die meisten Punkte. Zu zweit zählt auch jeder Zug, den du schneller bist.',

  'learn.repair.title': 'Reparieren',
  'learn.repair.text':
    'Nach einem Rennen wird dein Boot repariert. Aber für jedes Rennen, in dem es Schaden nahm, bleibt ein Marker.',
  'learn.repair.task': 'Rot nahm in Rennen A Schaden und in Rennen B wieder. Jetzt hat es drei Marker.',
  'learn.repair.question': 'Mit wie vielen Schadensmarkern beginnt Rot Rennen C?',
  'learn.repair.wrong': '{number} stimmt nicht. Ein Marker bleibt für Rennen A und einer für Rennen B.',
  'learn.repair.right': 'Ja, {n}: einer für Rennen A und einer für Rennen B. Zwei weitere, und es sinkt.',

  'rules.title': 'Die Regeln',
  'rules.intro': 'Alle Regeln, mit Beispielen, die du Schritt für Schritt ansehen kannst.',
  'rules.lessons': 'Lieber ausprobieren? Zu den Lektionen',
  'rules.contents': 'Inhalt',
  'rules.before': 'Zurück',
  'rules.next': 'Weiter',
  'rules.at': '{number} von {n}',
  'rules.begin': 'Die Stellung vorher.',
  'rules.now': 'Nun {leg}.',

  'rules.aim.title': 'Das Ziel des Spiels',
  'rules.aim.text1':
    'Zwei bis sechs Rennboote fahren drei Rennen auf demselben See: A, B und C. Wer am Ende die meisten Punkte hat, gewinnt.',
  'rules.aim.text2':
    'Der See wird jedes Mal neu aus sechs See-Teilen gelegt. Jedes hat eine leichtere, dunkelblaue Seite und eine schwerere, hellblaue.',
  'rules.course.title': 'Die Rennstrecke',
  'rules.course.text1':
    'Vier Bojen stehen auf den vier Plätzen mit dem Buchstaben des Rennens. Die Start/Ziel-Linie läuft von Boje 0 über vier Felder zur Ziel-Boje.',
  'rules.course.text2':
    'Pfeile zeigen, wie herum jede Boje umfahren wird: immer so, dass niemand sie ganz umkreisen muss. Bojen versperren ihr Feld.',
  'rules.start.title': 'Der Start',
  'rules.start.text1':
    'Vor Rennen A wirft jeder einen Würfel: der höchste beginnt. Im nächsten Rennen beginnt der linke Nachbar, und so weiter.',
  'rules.start.text2':
    'Aufgestellt wird in umgekehrter Reihenfolge, der Startspieler zuletzt: auf einem freien Feld der Linie oder einem, das sie von hinten berührt, in eine der sechs Richtungen. Würfel hat noch niemand.',
  'rules.dice.title': 'Ein Zug: Würfel',
  'rules.dice.text1':
    'Deine Würfel bleiben dir von Zug zu Zug. Füge einen hinzu, leg einen deiner Wahl weg oder keins von beiden. Dann wähle, welche der übrigen du neu würfelst. Alle werden zusammen geworfen, einmal.',
  'rules.dice.text2':
    'Die Summe ist deine Geschwindigkeit. Die Zahl der Würfel ist nicht begrenzt. Ohne Würfel bleibst du stehen und darfst dich drehen; auch das ist ein Zug.',
  'rules.heading.title': 'Ein Zug: steuern und fahren',
  'rules.heading.text1':
    'Fahr geradeaus oder dreh dich um 60° nach links oder rechts. Dann fährst du deine ganze Geschwindigkeit geradeaus durch Wasser. Das Boot schaut danach in seine Fahrtrichtung.',
  'rules.heading.text2':
    'Passt die ganze Fahrt in eine Richtung, muss so eine genommen werden. Nur Land und Bojen sind im Weg.',
  'rules.crash.title': 'Crash und Schaden',
  'rules.crash.text1':
    'Ist kein Weg lang genug, gibt es einen Crash. Du musst einen der Wege mit dem meisten Wasser nehmen; unter gleich langen wählst du. Für jedes Feld, das fehlt, bekommst du einen Schadensmarker, und alle Würfel sind weg.',
  'rules.crash.text2':
    'Mit vier oder mehr Schadensmarkern sinkt das Boot und scheidet aus diesem Rennen aus.',
  'rules.boats.title': 'Andere Boote',
  'rules.boats.text1': 'Durch andere Boote darfst du hindurchfahren.',
  'rules.boats.text2':
    'Würdest du auf einem enden, hältst du auf dem letzten freien Feld davor. Das ist kein Crash: kein Schaden, die Würfel bleiben. Bei einem Crash hinter einem Boot zählt der Schaden nach dem Wasser, als wäre das Boot nicht da.',
  'rules.round.title': 'Bojen umfahren',
  'rules.round.text1':
    'Jede Boje hat ein Tor: eine Reihe von Feldern von der Boje bis zum Rand des Sees, auch über Inseln. Erreichst du es von der richtigen Seite, ist die Boje umfahren, nah oder fern.',
  'rules.round.text2':
    'Fährst du durch ein Tor zurück, gilt es nicht mehr. Fährst du verkehrt herum durch dein nächstes Tor, musst du erst wieder zurück, bevor es zählen kann.',
  'rules.finish.title': 'Das Ziel',
  'rules.finish.text1':
    'Wer nach Boje 3 die Linie von der Zielseite erreicht, ist im Ziel. Die Fahrt geht zu Ende: ein Crash hinter der Linie macht noch Schaden, aber das Ziel gilt. Dann verlässt das Boot den See.',
  'rules.finish.text2':
    'Ein Rennen endet, wenn jedes Boot im Ziel oder gesunken ist. Zählen nur die Plätze, endet es auch, wenn alle bis auf eines im Ziel sind.',
  'rules.points.title': 'Punkte',
  'rules.points.text1':
    'Der letzte Platz bekommt nichts, jeder bessere einen mehr. Rennen B zählt doppelt, Rennen C dreifach. Gesunkene bekommen nichts, es sei denn, sie waren schon im Ziel.',
  'rules.points.text2':
    'Die meisten Punkte nach Rennen C gewinnen. Bei Gleichstand entscheidet der bessere Platz im letzten Rennen.',
  'rules.points.players': 'Spieler',
  'rules.points.place': 'Platz',
  'rules.points.race': 'Rennen {letter}',
  'rules.turns.title': 'Punkte nach Zügen',
  'rules.turns.text1':
    'Zu zweit immer, mit mehr Spielern auf Wunsch: wer im Ziel ist, bekommt dazu einen Punkt für jeden Zug, den er weniger brauchte als das letzte Boot im Ziel, und 5 Punkte für jedes gesunkene Boot. Diese werden nicht verdoppelt oder verdreifacht.',
  'rules.turns.example':
    'Rennen {letter} zu zweit: Rot braucht {fast} Züge, Weiß {slow}. Rot bekommt {first}, Weiß {second}.',
  'rules.repair.title': 'Reparieren zwischen den Rennen',
  'rules.repair.text1':
    'Nach einem Rennen wird alles repariert bis auf einen Marker für jedes Rennen, in dem das Boot Schaden nahm. So beginnt Rennen B mit keinem oder einem, Rennen C mit keinem, einem oder zwei.',
  'rules.repair.example':
    'Rot nahm in Rennen A Schaden. Jetzt, in Rennen B, hat es {damage} Marker. Rennen C beginnt es mit {keeps}.',
};
