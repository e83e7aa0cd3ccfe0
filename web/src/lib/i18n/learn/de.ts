// Lektionen und Regeln auf Deutsch, in den Worten der deutschen Spielregel.
import type { LearnCatalogue } from './speech.svelte';

export const de: LearnCatalogue = {
  'learn.title': 'Spielen lernen',
  'learn.intro': 'Zwölf kurze Lektionen. Du bist das rote Boot.',
  'learn.step': 'Lektion {number} von {n}',
  'learn.steps': 'Lektionen',
  'learn.named': '{number}: {title}',
  'learn.named.learnt': '{number}: {title}, gelernt',
  'learn.task': 'Deine Aufgabe:',
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
  'learn.over.text': 'Fahr jetzt ein Rennen gegen die Computerspieler. Vergisst du eine Regel, sieh nach.',
  'learn.over.race': 'Zu meinem ersten Rennen',
  'learn.over.rules': 'Die Regeln zum Nachlesen',
  'learn.over.again': 'Alle Lektionen von vorn',

  'learn.dice.title': 'Würfel machen schnell',
  'learn.dice.text':
    'Ein Würfel zeigt 1, 2 oder 3. Zähle deine Würfel zusammen: Die Summe ist deine Geschwindigkeit. So viele Felder fährst du geradeaus.',
  'learn.dice.task':
    'Füge mit + einen Würfel hinzu und wirf ihn. Dann wähle eine Richtung, die dich zur Fahne bringt.',
  'learn.dice.none':
    'Ohne Würfel bleibt dein Boot stehen und kann sich nur drehen. Füge mit + einen Würfel hinzu.',
  'learn.dice.rolled':
    'Du hast {total} geworfen. Du darfst geradeaus fahren oder dich vorher um eine Feldseite nach links oder rechts drehen. Wo ist die Fahne?',
  'learn.dice.missed': 'Jetzt bist du auf {end}. Die Fahne ist links vor dir.',
  'learn.dice.done': {
    by: 'total',
    one: 'Du hast dich gedreht und bist {total} Feld gefahren. Dein Boot schaut nun dorthin. Deinen Würfel behältst du für den nächsten Zug.',
    other:
      'Du hast dich gedreht und bist {total} Felder gefahren. Dein Boot schaut nun dorthin. Deinen Würfel behältst du für den nächsten Zug.',
  },

  'learn.full.title': 'Du musst alles fahren',
  'learn.full.text':
    'In jedem Zug darfst du einen Würfel hinzufügen oder einen weglegen. Du darfst auch beliebig viele Würfel neu würfeln. Dann wähle eine Richtung mit genug Wasser für deine ganze Geschwindigkeit.',
  'learn.full.task': 'Behalte die 3, würfle die 2 neu und füge einen Würfel hinzu. Dann wähle eine Richtung.',
  'learn.full.add': 'Du solltest einen Würfel hinzufügen: drück +. Mehr als einer pro Zug geht nicht.',
  'learn.full.hold': 'Behalte die 3. Drück auf die 2, bis dort „neu würfeln“ steht.',
  'learn.full.rolled': '{dice} macht {total}. Versuch alle drei Richtungen. Wo ist genug Wasser für {total}?',
  'learn.full.done': {
    by: 'total',
    one: 'Nur in dieser Richtung war {total} Feld Wasser. Also musstest du dorthin, auch wenn du nicht wolltest.',
    other:
      'Nur in dieser Richtung waren {total} Felder Wasser. Also musstest du dorthin, auch wenn du nicht wolltest.',
  },

  'learn.brake.title': 'Bremse rechtzeitig',
  'learn.brake.text':
    'Du bist schnell, und in jeder Richtung sind nur drei Felder Wasser. Zum Bremsen darfst du in jedem Zug einen Würfel weglegen.',
  'learn.brake.task': 'Wähle deine Würfel so, dass du keinen Crash baust.',
  'learn.brake.crashed': {
    by: 'run',
    one: 'Crash! Deine Geschwindigkeit war {total}, aber da war nur {run} Feld Wasser. Leg einen Würfel weg: Drück ihn, bis dort „weglegen“ steht.',
    other:
      'Crash! Deine Geschwindigkeit war {total}, aber da waren nur {run} Felder Wasser. Leg einen Würfel weg: Drück ihn, bis dort „weglegen“ steht.',
  },
  'learn.brake.done':
    'Geschwindigkeit {total} passt genau. Schau voraus und leg einen Würfel weg, bevor es eng wird.',

  'learn.crash.title': 'Wenn jeder Weg versperrt ist',
  'learn.crash.text':
    'Deine Geschwindigkeit ist 5, und keine Richtung hat genug Wasser. Also baust du einen Crash. Du musst die Richtung mit dem meisten Wasser wählen. Inseln, Ufer und Bojen versperren den Weg.',
  'learn.crash.task': 'Finde die Richtung mit dem meisten Wasser.',
  'learn.crash.done': {
    by: 'damage',
    one: 'Deine Geschwindigkeit war {total}, aber Wasser war nur für {run} da. Der Rest ist Schaden: {damage} Schadensmarker. Auch alle Würfel sind weg. Im nächsten Zug fängst du wieder mit einem an.',
    other:
      'Deine Geschwindigkeit war {total}, aber Wasser war nur für {run} da. Der Rest ist Schaden: {damage} Schadensmarker. Auch alle Würfel sind weg. Im nächsten Zug fängst du wieder mit einem an.',
  },

  'learn.sink.title': 'Mit vier Markern sinkst du',
  'learn.sink.text':
    'Dein Boot hat drei Schadensmarker. Mit dem vierten sinkt es und scheidet aus diesem Rennen aus.',
  'learn.sink.task': 'Wähle Würfel und Weg so, dass du heil durchkommst.',
  'learn.sink.sunk':
    'Deine Geschwindigkeit war {total}, aber Wasser war nur für {run} da. Mit dem vierten Schadensmarker ist dein Boot gesunken. Fahr langsamer.',
  'learn.sink.done': 'Geschafft! Mit drei Schadensmarkern lohnt sich Vorsicht.',

  'learn.pass.title': 'Boote versperren nichts',
  'learn.pass.text': 'Vor dir liegen andere Boote. Du darfst durch ihre Felder hindurchfahren.',
  'learn.pass.task': 'Würfle beide Würfel neu und fahr geradeaus, an Orange und Weiß vorbei zur Fahne.',
  'learn.pass.short': {
    by: 'steps',
    one: 'Du bist {steps} Feld gefahren, und Weiß liegt noch vor dir. Würfle beide Würfel neu.',
    other: 'Du bist {steps} Felder gefahren, und Weiß liegt noch vor dir. Würfle beide Würfel neu.',
  },
  'learn.pass.done': 'Du hast beide überholt. Das schadet niemandem.',

  'learn.behind.title': 'Hinter einem Boot anhalten',
  'learn.behind.text':
    'Zwei Boote stehen nie auf einem Feld. Würde dein Zug auf einem anderen Boot enden, hältst du auf dem letzten freien Feld davor.',
  'learn.behind.task': 'Behalte 3 und 1: Weiß liegt genau vier Felder voraus. Fahr geradeaus.',
  'learn.behind.free':
    'Diesmal endete deine Fahrt nicht auf dem Feld von Weiß. Behalte beide Würfel und fahr geradeaus.',
  'learn.behind.done': {
    by: 'steps',
    one: 'Du hast nach {steps} Feld hinter Weiß angehalten. Das ist kein Crash. Du nimmst keinen Schaden und behältst deine Würfel.',
    other:
      'Du hast nach {steps} Feldern hinter Weiß angehalten. Das ist kein Crash. Du nimmst keinen Schaden und behältst deine Würfel.',
  },

  'learn.start.title': 'Der Start',
  'learn.start.text':
    'Stell dein Boot auf die Linie oder gleich dahinter, in beliebiger Richtung. Würfel hast du noch keine. Wer beginnt, stellt sein Boot zuletzt auf. Fahr über die Linie in Richtung des grünen Pfeils.',
  'learn.start.task': 'Stell dein Boot auf, wirf einen Würfel und fahr über den Start.',
  'learn.start.placed': 'Jetzt dein erster Zug: füge einen Würfel hinzu und wirf ihn.',
  'learn.start.rolled': 'Steuere über die Linie, wie der grüne Pfeil zeigt.',
  'learn.start.nodice': 'Ohne Würfel fährst du nicht. Füge mit + einen hinzu.',
  'learn.start.missed':
    'Du bist nicht über den Start gefahren. Stell dein Boot so auf, dass es in Richtung des grünen Pfeils schaut.',
  'learn.start.done': 'Du bist unterwegs! Jetzt zu Boje 1.',

  'learn.round.title': 'Um die Bojen',
  'learn.round.text':
    'Umfahre die Bojen 1, 2 und 3 der Reihe nach, wie ihre Pfeile zeigen. In dieser App hat jede Boje ein Tor: die gelbe Reihe. Fahr von der richtigen Seite in das Tor, nah bei der Boje oder weit weg. Dann ist die Boje umfahren.',
  'learn.round.task': 'Umfahre Boje 1, die Boje zur Rechten.',
  'learn.round.missed':
    'So fährst du unter Boje 1 vorbei und nicht durch ihr Tor. Sie ist nicht umfahren. Fahr durch die gelbe Reihe.',
  'learn.round.done': 'Du hast das Tor erreicht: Boje 1 ist umfahren, Tor 2 ist das nächste.',

  'learn.back.title': 'Kehr nicht um',
  'learn.back.text':
    'Fährst du durch ein Tor zurück, ist seine Boje nicht mehr umfahren. Fährst du falsch herum durch dein nächstes Tor, musst du erst wieder hindurch zurück. Dann fahr richtig herum hindurch.',
  'learn.back.task': 'Du stehst auf dem Tor von Boje 1. Fahr weiter, ohne dass es verloren geht.',
  'learn.back.undone': 'Du bist durch Tor 1 zurückgefahren, also musst du Boje 1 noch einmal umfahren.',
  'learn.back.done': 'Boje 1 bleibt umfahren. Als Nächstes Boje 2, unter dir.',

  'learn.finish.title': 'Ziel und Punkte',
  'learn.finish.text':
    'Alle Bojen sind umfahren. Erreichst du die Ziel-Linie, bist du im Ziel. Aber du fährst deinen Zug zu Ende und kannst hinter der Linie einen Crash bauen.',
  'learn.finish.task': 'Wähle deine Würfel so, dass du die Linie sicher erreichst.',
  'learn.finish.missed':
    'Geschwindigkeit {total} war zu viel. Hinter der Linie ist Land, also musstest du abdrehen. Die 3 und die 1 passen genau.',
  'learn.finish.home': {
    by: 'steps',
    one: 'Du bist {steps} Feld gefahren und im Ziel: Zweiter nach Schwarz!',
    other: 'Du bist {steps} Felder gefahren und im Ziel: Zweiter nach Schwarz!',
  },
  'learn.finish.question':
    'Zu dritt bekommt der Erste 2, der Zweite 1 und der Letzte nichts. Rennen B zählt doppelt, Rennen C dreifach. Du bist in Rennen B Zweiter. Wie viele Punkte bekommst du?',
  'learn.finish.wrong': '{number} stimmt nicht. Der Zweite bekommt 1, und Rennen B zählt doppelt.',
  'learn.finish.right':
    'Ja, {n}: 1 mal 2. Wer nach Rennen C die meisten Punkte hat, gewinnt. Zu zweit bekommst du auch Punkte, wenn du schneller bist.',

  'learn.repair.title': 'Reparieren',
  'learn.repair.text':
    'Nach einem Rennen wird dein Boot repariert. Aber für jedes Rennen, in dem es Schaden nahm, bleibt ein Marker.',
  'learn.repair.task': 'Rot nahm in Rennen A Schaden und in Rennen B wieder. Jetzt hat es drei Marker.',
  'learn.repair.question': 'Mit wie vielen Schadensmarkern beginnt Rot Rennen C?',
  'learn.repair.wrong': '{number} stimmt nicht. Ein Marker bleibt für Rennen A und einer für Rennen B.',
  'learn.repair.right': 'Ja, {n}: einer für Rennen A und einer für Rennen B. Zwei weitere, und es sinkt.',

  'rules.title': 'Die Regeln',
  'rules.intro': 'Alle Regeln, mit Beispielen, die du Schritt für Schritt ansehen kannst.',
  'rules.lessons': 'Willst du lieber spielend lernen? Zu den Lektionen',
  'rules.contents': 'Inhalt',
  'rules.before': 'Zurück',
  'rules.next': 'Weiter',
  'rules.at': '{number} von {n}',
  'rules.begin': 'Die Stellung vorher.',
  'rules.now': 'Nächstes Ziel: {leg}.',

  'rules.aim.title': 'Das Ziel des Spiels',
  'rules.aim.text1':
    'Zwei bis sechs Rennboote fahren drei Rennen auf demselben See: A, B und C. Wer am Ende die meisten Punkte hat, gewinnt.',
  'rules.aim.text2':
    'Jede Regatta hat einen neuen See aus sechs See-Teilen. Jedes hat eine dunkelblaue Seite, die leichter ist, und eine hellblaue, die schwerer ist.',
  'rules.course.title': 'Die Rennstrecke',
  'rules.course.text1':
    'Die Bojen 0, 1, 2 und 3 stehen auf den vier Plätzen mit dem Buchstaben des Rennens. Die Start/Ziel-Linie läuft von Boje 0 über vier Felder zur Ziel-Boje.',
  'rules.course.text2':
    'Pfeile zeigen, wie herum jede Boje umfahren wird. Du musst nie eine Boje ganz umkreisen. Bojen versperren ihr Feld.',
  'rules.start.title': 'Der Start',
  'rules.start.text1':
    'Vor Rennen A wirft jeder einen Würfel. Der höchste Wurf beginnt. Bei Gleichstand würfeln diese Spieler noch einmal. In jedem späteren Rennen beginnt der nächste Spieler im Uhrzeigersinn. Auch die Züge gehen immer im Uhrzeigersinn.',
  'rules.start.text2':
    'Vor jedem Rennen werden die Boote gegen den Uhrzeigersinn aufgestellt. Zuerst stellt der rechte Nachbar des Startspielers auf. Der Startspieler stellt also zuletzt auf.',
  'rules.start.text3':
    'Wähle ein freies Feld auf der Linie oder eines, das sie von hinten berührt. Reichen diese nicht, gelten auch die Felder dahinter. Dein Boot darf auf jede der sechs Seiten seines Feldes zeigen. Würfel hat noch niemand.',
  'rules.start.text4':
    'Zuerst fährst du über die Linie in Richtung des grünen Pfeils. Danach fährst du zu Boje 1.',
  'rules.dice.title': 'Ein Zug: Würfel',
  'rules.dice.text1':
    'Deine Würfel bleiben dir von Zug zu Zug. Füge einen hinzu, leg einen deiner Wahl weg oder tu keins von beiden. Dann wähle, welche deiner Würfel du neu würfelst. Diese und der neue Würfel werden zusammen geworfen, einmal.',
  'rules.dice.text2':
    'Die Summe deiner Würfel ist deine Geschwindigkeit. Die Zahl der Würfel ist nicht begrenzt. Ohne Würfel bleibt dein Boot stehen, und du darfst es drehen. Auch das ist ein Zug.',
  'rules.heading.title': 'Ein Zug: Richtung und Fahrt',
  'rules.heading.text1':
    'Fahr geradeaus oder dreh dich um 60° nach links oder rechts. Dann fährst du deine ganze Geschwindigkeit geradeaus durch Wasser. Das Boot schaut danach in seine Fahrtrichtung.',
  'rules.heading.text2':
    'Passt deine ganze Geschwindigkeit in mindestens eine Richtung, musst du eine davon wählen. Nur Land und Bojen sind im Weg.',
  'rules.crash.title': 'Crash und Schaden',
  'rules.crash.text1':
    'Hat keine Richtung genug Wasser, baust du einen Crash. Du musst die Richtung mit dem meisten Wasser wählen. Sind mehrere gleich lang, wählst du eine davon. Für jedes Feld, das fehlt, bekommst du einen Schadensmarker. Auch alle Würfel sind weg.',
  'rules.crash.text2':
    'Mit vier oder mehr Schadensmarkern sinkt das Boot und scheidet aus diesem Rennen aus.',
  'rules.boats.title': 'Andere Boote',
  'rules.boats.text1': 'Du darfst durch die Felder anderer Boote fahren.',
  'rules.boats.text2':
    'Würde dein Zug auf einem anderen Boot enden, hältst du auf dem letzten freien Feld davor. Das ist kein Crash. Du nimmst keinen Schaden und behältst deine Würfel. Ist bei einem Crash ein Boot im Weg, zählt der Schaden, als wäre das Boot nicht da.',
  'rules.round.title': 'Bojen umfahren',
  'rules.round.text1':
    'Umfahre die Bojen 1, 2 und 3 der Reihe nach. Die Spielregel kennt keine Tore: Mit ihnen beurteilt diese App, ob eine Boje umfahren ist. Ein Tor ist eine Reihe von Feldern von der Boje bis zum Rand des Sees. Es geht auch über Inseln.',
  'rules.round.text2':
    'Fahr von der richtigen Seite in das Tor, und die Boje ist umfahren. Wie weit weg von der Boje, ist egal.',
  'rules.round.text3':
    'Fährst du durch ein Tor zurück, ist seine Boje nicht mehr umfahren. Fährst du falsch herum durch dein nächstes Tor, musst du erst wieder hindurch zurück. Erst dann kannst du die Boje umfahren.',
  'rules.finish.title': 'Das Ziel',
  'rules.finish.text1':
    'Erreichst du nach Boje 3 die Linie von der Zielseite, bist du im Ziel. Du fährst deinen Zug noch zu Ende. Ein Crash hinter der Linie macht Schaden, aber du bist im Ziel. Dann verlässt dein Boot den See.',
  'rules.finish.text2':
    'Ein Rennen endet, wenn jedes Boot im Ziel oder gesunken ist. Zählen nur die Plätze, endet es auch, wenn alle bis auf eines im Ziel sind.',
  'rules.points.title': 'Punkte',
  'rules.points.text1':
    'In Rennen A bekommt der Sieger einen Punkt weniger, als Spieler mitfahren. Jeder weitere Platz bekommt einen Punkt weniger. Gesunkene Boote ändern daran nichts. In Rennen B zählen die Punkte doppelt, in Rennen C dreifach.',
  'rules.points.text2':
    'Gesunkene Boote bekommen nichts, außer sie waren schon im Ziel. Wer nach Rennen C die meisten Punkte hat, gewinnt. Bei Gleichstand entscheidet der bessere Platz im letzten Rennen.',
  'rules.points.players': 'Spieler',
  'rules.points.place': 'Platz',
  'rules.points.race': 'Rennen {letter}',
  'rules.turns.title': 'Punkte nach Zügen',
  'rules.turns.text1': 'Zu zweit gilt diese Regel immer. Mit mehr Spielern könnt ihr sie wählen.',
  'rules.turns.text2':
    'Vergleiche jedes Boot im Ziel mit dem, das zuletzt einläuft. Für jeden Zug, den es weniger braucht, bekommt es einen Punkt mehr. Dazu bekommt es 5 Punkte für jedes gesunkene Boot. Diese Punkte werden nicht verdoppelt oder verdreifacht.',
  'rules.turns.example':
    'Ein Beispiel: Rennen {letter} zu zweit. Züge: Rot {fast}, Weiß {slow}. Punkte: Rot {first}, Weiß {second}.',
  'rules.repair.title': 'Reparieren zwischen den Rennen',
  'rules.repair.text1':
    'Nach einem Rennen wird dein Boot repariert. Es behält einen Schadensmarker für jedes bisherige Rennen, in dem es Schaden nahm. Rennen B beginnt es also mit keinem oder einem. Rennen C beginnt es mit keinem, einem oder zwei.',
  'rules.repair.example': {
    by: 'damage',
    one: 'Rot nahm in Rennen A Schaden. Jetzt, in Rennen B, hat es {damage} Schadensmarker. Rennen C beginnt es mit {keeps}.',
    other:
      'Rot nahm in Rennen A Schaden. Jetzt, in Rennen B, hat es {damage} Schadensmarker. Rennen C beginnt es mit {keeps}.',
  },
};
