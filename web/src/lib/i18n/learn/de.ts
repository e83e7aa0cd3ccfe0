// Lessons and rules in German. The words are those of the German rulebook. No sentence has more than 20 words.
import type { LearnCatalogue } from './speech.svelte';

export const de: LearnCatalogue = {
  'learn.title': 'Spielen lernen',
  'learn.intro': 'Zwölf kurze Lektionen. Du fährst das rote Boot.',
  'learn.step': 'Lektion {number} von {n}',
  'learn.steps': 'Lektionen',
  'learn.named': '{number}: {title}',
  'learn.named.learnt': '{number}: {title}, gelernt',
  'learn.task': 'Deine Aufgabe:',
  'learn.next': 'Nächste Lektion',
  'learn.again': 'Neuer Versuch',
  'learn.repeat': 'Noch einmal',
  'learn.before': 'Zurück',
  'learn.skip': 'Überspringen',
  'learn.well': 'Gut gemacht!',
  'learn.oops': 'Nicht ganz.',
  'learn.speed': 'Geschwindigkeit {n}',
  'learn.lake': 'Ein kleiner See.',
  'learn.flag': 'Die Fahne steht auf {at}.',
  'learn.rest': 'Du kannst jederzeit aufhören. Dieses Gerät merkt sich, wie weit du bist.',
  'learn.over.title': 'Jetzt kennst du das ganze Spiel!',
  'learn.over.text':
    'Fahr nun ein Rennen gegen die Computerspieler. Wenn du eine Regel vergisst, kannst du sie nachlesen.',
  'learn.over.race': 'Zu meinem ersten Rennen',
  'learn.over.rules': 'Regeln nachlesen',
  'learn.over.again': 'Lektionen von vorn',

  'learn.dice.title': 'Würfel machen dich schnell',
  'learn.dice.text':
    'Ein Würfel zeigt 1, 2 oder 3. Zähl deine Würfel zusammen: Die Summe ist deine Geschwindigkeit. So viele Felder fährst du in gerader Linie.',
  'learn.dice.task':
    'Füge mit + einen Würfel hinzu und wirf ihn. Wähle dann eine Richtung, die dich zur Fahne bringt.',
  'learn.dice.none': 'Ohne Würfel kann dein Boot sich nur drehen. Füge mit + einen Würfel hinzu.',
  'learn.dice.rolled':
    'Du hast {total} gewürfelt. Fahr geradeaus, oder dreh vorher um eine Feldseite nach links oder rechts. Wo ist die Fahne?',
  'learn.dice.missed': 'Jetzt bist du auf {end}. Die Fahne ist links vor dir.',
  'learn.dice.done': {
    by: 'total',
    one: 'Du hast dein Boot gedreht und bist {total} Feld gefahren. Dein Boot zeigt jetzt in diese Richtung. Deinen Würfel behältst du für den nächsten Zug.',
    other:
      'Du hast dein Boot gedreht und bist {total} Felder gefahren. Dein Boot zeigt jetzt in diese Richtung. Deinen Würfel behältst du für den nächsten Zug.',
  },

  'learn.full.title': 'Fahr deine ganze Geschwindigkeit',
  'learn.full.text':
    'In jedem Zug darfst du einen Würfel hinzufügen oder einen weglegen. Du darfst auch beliebig viele deiner Würfel neu würfeln. Wähle dann eine Richtung mit genug Wasser für deine ganze Geschwindigkeit.',
  'learn.full.task': 'Behalte die 3, würfle die 2 neu und füge einen Würfel hinzu. Wähle dann eine Richtung.',
  'learn.full.add':
    'Füge diesmal einen Würfel hinzu: Drück auf +. In jedem Zug darfst du nur einen Würfel hinzufügen.',
  'learn.full.hold': 'Behalte die 3. Drück auf die 2, bis dort „neu würfeln“ steht.',
  'learn.full.rolled':
    '{dice} ergibt {total}. Probier alle drei Richtungen aus. Welche hat genug Wasser für {total}?',
  'learn.full.done': {
    by: 'total',
    one: 'Nur in dieser Richtung war {total} Feld Wasser. Also musstest du dorthin fahren, auch wenn du nicht wolltest.',
    other:
      'Nur in dieser Richtung waren {total} Felder Wasser. Also musstest du dorthin fahren, auch wenn du nicht wolltest.',
  },

  'learn.brake.title': 'Brems rechtzeitig',
  'learn.brake.text':
    'Du bist schnell, aber in jeder Richtung sind nur drei Felder Wasser. Zum Bremsen darfst du in jedem Zug einen Würfel weglegen.',
  'learn.brake.task': 'Wähle deine Würfel so, dass du keinen Crash baust.',
  'learn.brake.crashed': {
    by: 'run',
    one: 'Crash! Deine Geschwindigkeit war {total}, aber da war nur {run} Feld Wasser. Leg einen Würfel weg: Drück darauf, bis dort „weglegen“ steht.',
    other:
      'Crash! Deine Geschwindigkeit war {total}, aber da waren nur {run} Felder Wasser. Leg einen Würfel weg: Drück darauf, bis dort „weglegen“ steht.',
  },
  'learn.brake.done':
    'Geschwindigkeit {total} passt gerade noch. Schau voraus und leg einen Würfel weg, bevor es eng wird.',

  'learn.crash.title': 'Wenn jede Richtung versperrt ist',
  'learn.crash.text':
    'Deine Geschwindigkeit ist 5, und in keiner Richtung ist genug Wasser. Also baust du einen Crash. Du musst die Richtung mit dem meisten Wasser wählen. Inseln, Ufer und Bojen versperren dir den Weg.',
  'learn.crash.task': 'Finde die Richtung mit dem meisten Wasser.',
  'learn.crash.done': {
    by: 'damage',
    one: 'Deine Geschwindigkeit war {total}, aber das Wasser reichte nur für {run}. Der Rest ist Schaden: {damage} Schadensmarker. Außerdem verlierst du alle Würfel. Im nächsten Zug fängst du wieder mit einem Würfel an.',
    other:
      'Deine Geschwindigkeit war {total}, aber das Wasser reichte nur für {run}. Der Rest ist Schaden: {damage} Schadensmarker. Außerdem verlierst du alle Würfel. Im nächsten Zug fängst du wieder mit einem Würfel an.',
  },

  'learn.sink.title': 'Vier Schadensmarker, und du sinkst',
  'learn.sink.text':
    'Dein Boot hat drei Schadensmarker. Bekommt es einen vierten, sinkt es. Dann ist dieses Rennen für dein Boot vorbei.',
  'learn.sink.task': 'Wähle Würfel und Richtung so, dass du keinen Crash baust.',
  'learn.sink.sunk':
    'Deine Geschwindigkeit war {total}, aber das Wasser reichte nur für {run}. Mit dem vierten Schadensmarker ist dein Boot gesunken. Fahr langsamer.',
  'learn.sink.done': 'Geschafft! Mit drei Schadensmarkern musst du vorsichtig sein.',

  'learn.pass.title': 'Boote versperren dir nicht den Weg',
  'learn.pass.text': 'Vor dir sind andere Boote. Du darfst durch ihre Felder fahren.',
  'learn.pass.task':
    'Würfle beide Würfel neu. Fahr dann geradeaus, an Orange und Weiß vorbei, bis zur Fahne.',
  'learn.pass.short': {
    by: 'steps',
    one: 'Du bist {steps} Feld gefahren, und Weiß ist immer noch vor dir. Würfle beide Würfel neu.',
    other: 'Du bist {steps} Felder gefahren, und Weiß ist immer noch vor dir. Würfle beide Würfel neu.',
  },
  'learn.pass.done': 'Du hast beide Boote überholt. Dabei nimmt niemand Schaden.',

  'learn.behind.title': 'Hinter einem Boot anhalten',
  'learn.behind.text':
    'Zwei Boote dürfen nicht auf demselben Feld stehen. Würde dein Zug auf einem anderen Boot enden? Dann halt auf dem letzten freien Feld hinter ihm an.',
  'learn.behind.task': 'Behalte die 3 und die 1. Weiß ist genau vier Felder vor dir. Fahr geradeaus.',
  'learn.behind.free':
    'Diesmal hat dein Zug nicht auf dem Feld von Weiß geendet. Behalte beide Würfel und fahr geradeaus.',
  'learn.behind.done': {
    by: 'steps',
    one: 'Du hast nach {steps} Feld angehalten, hinter Weiß. Das ist kein Crash. Du nimmst keinen Schaden und behältst deine Würfel.',
    other:
      'Du hast nach {steps} Feldern angehalten, hinter Weiß. Das ist kein Crash. Du nimmst keinen Schaden und behältst deine Würfel.',
  },

  'learn.start.title': 'Der Start',
  'learn.start.text':
    'Stell dein Boot auf die Linie oder direkt dahinter. Die Richtung suchst du dir aus. Würfel hast du noch keine. Wer beginnt, stellt sein Boot zuletzt auf. Fahr in Richtung des grünen Pfeils über die Linie.',
  'learn.start.task': 'Stell dein Boot auf, wirf einen Würfel und fahr über die Start-Linie.',
  'learn.start.placed': 'Jetzt kommt dein erster Zug. Füge einen Würfel hinzu und wirf ihn.',
  'learn.start.rolled': 'Fahr in Richtung des grünen Pfeils über die Linie.',
  'learn.start.nodice': 'Ohne Würfel kommst du nicht voran. Füge mit + einen Würfel hinzu.',
  'learn.start.missed':
    'Du bist nicht über die Start-Linie gefahren. Stell dein Boot so auf, dass es in Richtung des grünen Pfeils zeigt.',
  'learn.start.done': 'Du bist unterwegs! Als Nächstes kommt Boje 1.',

  'learn.round.title': 'Um die Bojen fahren',
  'learn.round.text':
    'Umfahre die Bojen 1, 2 und 3 der Reihe nach, wie es ihre Pfeile zeigen. In dieser App hat jede Boje ein Tor: die gelbe Reihe. Fahr von der richtigen Seite in das Tor, nah an der Boje oder weit weg. Dann ist die Boje umfahren.',
  'learn.round.task': 'Umfahre Boje 1. Sie bleibt rechts von dir.',
  'learn.round.missed':
    'Du bist unterhalb von Boje 1 vorbeigefahren und hast ihr Tor verpasst. Deshalb ist die Boje nicht umfahren. Fahr durch die gelbe Reihe.',
  'learn.round.done': 'Du bist in das Tor gefahren, also ist Boje 1 umfahren. Als Nächstes kommt Tor 2.',

  'learn.back.title': 'Kehr nicht um',
  'learn.back.text':
    'Fährst du durch ein Tor zurück, ist seine Boje nicht mehr umfahren. Bist du falsch herum durch dein nächstes Tor gefahren? Dann musst du zuerst durch das Tor zurück. Danach fährst du richtig herum hindurch.',
  'learn.back.task': 'Du stehst im Tor von Boje 1. Fahr weiter, aber nicht durch das Tor zurück.',
  'learn.back.undone': 'Du bist durch Tor 1 zurückgefahren. Jetzt musst du Boje 1 noch einmal umfahren.',
  'learn.back.done': 'Boje 1 bleibt umfahren. Als Nächstes kommt Boje 2, weiter unten.',

  'learn.finish.title': 'Ziel und Punkte',
  'learn.finish.text':
    'Du hast alle Bojen umfahren. Sobald du die Ziel-Linie erreichst, bist du im Ziel. Deinen Zug musst du aber noch zu Ende fahren. Dabei kannst du hinter der Linie einen Crash bauen.',
  'learn.finish.task': 'Wähle deine Würfel so, dass du die Linie sicher erreichst.',
  'learn.finish.missed':
    'Geschwindigkeit {total} war zu viel. Hinter der Linie ist Land, also musstest du abdrehen. Die 3 und die 1 passen genau.',
  'learn.finish.home': {
    by: 'steps',
    one: 'Du bist {steps} Feld gefahren und im Ziel: Platz 2 hinter Schwarz!',
    other: 'Du bist {steps} Felder gefahren und im Ziel: Platz 2 hinter Schwarz!',
  },
  'learn.finish.question':
    'Zu dritt gibt es 2 Punkte für Platz 1, einen für Platz 2 und keinen für Platz 3. Rennen B zählt doppelt, Rennen C dreifach. Du hast in Rennen B Platz 2 erreicht. Wie viele Punkte bekommst du?',
  'learn.finish.wrong': '{number} stimmt nicht. Für Platz 2 gibt es einen Punkt, und Rennen B zählt doppelt.',
  'learn.finish.right':
    'Ja, {n}: 1 mal 2. Wer nach Rennen C die meisten Punkte hat, gewinnt. Zu zweit bekommst du auch Punkte, wenn du schneller bist.',

  'learn.repair.title': 'Reparieren',
  'learn.repair.text':
    'Nach jedem Rennen wird dein Boot repariert. Es behält aber einen Schadensmarker für jedes Rennen, in dem es Schaden genommen hat.',
  'learn.repair.task':
    'Rot hat in Rennen A Schaden genommen und in Rennen B noch einmal. Jetzt hat Rot drei Schadensmarker.',
  'learn.repair.question': 'Mit wie vielen Schadensmarkern beginnt Rot Rennen C?',
  'learn.repair.wrong':
    '{number} stimmt nicht. Ein Schadensmarker bleibt für Rennen A und einer für Rennen B.',
  'learn.repair.right':
    'Ja, {n}: einer für Rennen A und einer für Rennen B. Mit zwei weiteren würde das Boot sinken.',

  'rules.title': 'Die Regeln',
  'rules.intro': 'Alle Regeln, mit Beispielen, die du Schritt für Schritt durchspielen kannst.',
  'rules.lessons': 'Möchtest du lieber beim Spielen lernen? Zu den Lektionen',
  'rules.contents': 'Inhalt',
  'rules.before': 'Zurück',
  'rules.next': 'Weiter',
  'rules.at': '{number} von {n}',
  'rules.begin': 'So sieht es vor dem Zug aus.',
  'rules.now': 'Als Nächstes: {leg}.',

  'rules.aim.title': 'Darum geht es',
  'rules.aim.text1':
    'Zwei bis sechs Boote fahren drei Rennen auf demselben See: Rennen A, B und C. Wer am Ende die meisten Punkte hat, gewinnt.',
  'rules.aim.text2':
    'Jede Regatta hat einen neuen See aus sechs See-Teilen. Jedes See-Teil hat eine dunkelblaue Seite, die leichter ist, und eine hellblaue, die schwerer ist.',
  'rules.course.title': 'Die Rennstrecke',
  'rules.course.text1':
    'Die Bojen 0, 1, 2 und 3 stehen auf den vier Plätzen mit dem Buchstaben des Rennens. Die Start- und Ziel-Linie geht von Boje 0 über vier Felder bis zur Ziel-Boje.',
  'rules.course.text2':
    'Pfeile zeigen, wie herum du jede Boje umfährst. Ganz um eine Boje herum musst du nie. Das Feld einer Boje ist versperrt.',
  'rules.start.title': 'Der Start',
  'rules.start.text1':
    'Vor Rennen A wirft jeder einen Würfel. Wer die höchste Zahl hat, ist Startspieler und beginnt. Haben mehrere die höchste Zahl, würfeln sie noch einmal. In jedem weiteren Rennen wird der nächste Spieler im Uhrzeigersinn Startspieler. Gespielt wird immer im Uhrzeigersinn.',
  'rules.start.text2':
    'Vor jedem Rennen werden die Boote gegen den Uhrzeigersinn aufgestellt. Der rechte Nachbar des Startspielers fängt an. Der Startspieler stellt sein Boot also zuletzt auf.',
  'rules.start.text3':
    'Wähle ein freies Feld auf der Linie oder eines, das sie von hinten berührt. Reichen diese Felder nicht, darfst du auch die Felder dahinter nehmen. Dein Boot darf zu jeder der sechs Seiten seines Feldes zeigen. Würfel hat noch niemand.',
  'rules.start.text4':
    'Zuerst musst du in Richtung des grünen Pfeils über die Linie fahren. Danach geht es zu Boje 1.',
  'rules.dice.title': 'Ein Zug: Würfel',
  'rules.dice.text1':
    'Deine Würfel behältst du von Zug zu Zug. Du darfst einen Würfel hinzufügen oder einen beliebigen weglegen, musst aber nicht. Wähle dann, welche deiner Würfel du neu würfelst. Wirf diese und den neuen Würfel einmal, alle zusammen.',
  'rules.dice.text2':
    'Die Summe deiner Würfel ist deine Geschwindigkeit. Du darfst beliebig viele Würfel haben. Ohne Würfel bleibt dein Boot stehen, und du darfst es drehen. Auch das ist ein Zug.',
  'rules.heading.title': 'Ein Zug: Richtung und Fahrt',
  'rules.heading.text1':
    'Fahr geradeaus, oder dreh vorher um 60° nach links oder rechts. Du musst deine ganze Geschwindigkeit fahren, in gerader Linie und nur über Wasser. Danach zeigt dein Boot in die Richtung, in die es gefahren ist.',
  'rules.heading.text2':
    'Passt deine ganze Geschwindigkeit in mindestens eine Richtung, musst du eine davon wählen. Nur Land und Bojen versperren dir den Weg.',
  'rules.crash.title': 'Crash und Schaden',
  'rules.crash.text1':
    'Hat keine Richtung genug Wasser, baust du einen Crash. Du musst die Richtung mit dem meisten Wasser wählen. Sind mehrere gleich lang, such dir eine davon aus. Für jedes Feld, das du nicht fahren konntest, bekommst du einen Schadensmarker. Außerdem verlierst du alle Würfel.',
  'rules.crash.text2':
    'Mit vier oder mehr Schadensmarkern sinkt dein Boot. Dann scheidet es aus diesem Rennen aus.',
  'rules.boats.title': 'Andere Boote',
  'rules.boats.text1': 'Du darfst durch die Felder anderer Boote fahren.',
  'rules.boats.text2':
    'Würde dein Zug auf einem anderen Boot enden, hältst du auf dem letzten freien Feld hinter ihm an. Das ist kein Crash. Du nimmst keinen Schaden und behältst deine Würfel. Ist bei einem Crash ein Boot im Weg, nimmst du so viel Schaden wie ohne dieses Boot.',
  'rules.round.title': 'Bojen umfahren',
  'rules.round.text1':
    'Du musst die Bojen 1, 2 und 3 der Reihe nach umfahren. Die Spielregel kennt keine Tore: Mit ihnen stellt diese App fest, ob eine Boje umfahren ist. Ein Tor ist eine Reihe von Feldern, die von der Boje bis zum Rand des Sees reicht. Sie geht auch über Inseln.',
  'rules.round.text2':
    'Fahr von der richtigen Seite in das Tor, dann ist die Boje umfahren. Wie weit weg von der Boje du fährst, ist egal.',
  'rules.round.text3':
    'Fährst du durch ein Tor zurück, ist seine Boje nicht mehr umfahren. Bist du falsch herum durch dein nächstes Tor gefahren? Dann musst du zuerst durch das Tor zurück. Erst danach kannst du die Boje umfahren.',
  'rules.finish.title': 'Das Ziel',
  'rules.finish.text1':
    'Nach Boje 3 bist du im Ziel, sobald du die Linie von der Ziel-Seite aus erreichst. Deinen Zug fährst du noch zu Ende. Bei einem Crash hinter der Linie nimmst du Schaden, bist aber trotzdem im Ziel. Danach verlässt dein Boot den See.',
  'rules.finish.text2':
    'Ein Rennen endet, wenn alle Boote im Ziel oder gesunken sind. Zählen nur die Plätze, endet es auch, wenn alle Boote bis auf eines im Ziel sind.',
  'rules.points.title': 'Punkte',
  'rules.points.text1':
    'In Rennen A bekommt der Sieger einen Punkt weniger, als Spieler mitfahren. Für jeden weiteren Platz gibt es einen Punkt weniger. Gesunkene Boote ändern daran nichts. In Rennen B zählen die Punkte doppelt, in Rennen C dreifach.',
  'rules.points.text2':
    'Gesunkene Boote bekommen keine Punkte, außer sie waren vorher im Ziel. Wer nach Rennen C die meisten Punkte hat, gewinnt. Bei Gleichstand entscheidet der bessere Platz im letzten Rennen.',
  'rules.points.players': 'Spieler',
  'rules.points.place': 'Platz',
  'rules.points.race': 'Rennen {letter}',
  'rules.turns.title': 'Punkte für Züge',
  'rules.turns.text1': 'Zu zweit gilt diese Regel immer. Mit mehr Spielern könnt ihr sie wählen.',
  'rules.turns.text2':
    'Jedes Boot im Ziel wird mit dem Boot verglichen, das als letztes ins Ziel kam. Für jeden Zug, den es weniger gebraucht hat, bekommt es einen Punkt mehr. Außerdem bekommt es 5 Punkte für jedes gesunkene Boot. Diese Zusatzpunkte werden nicht verdoppelt oder verdreifacht.',
  'rules.turns.example':
    'Ein Beispiel: Rennen {letter} zu zweit. Gebrauchte Züge: Rot {fast}, Weiß {slow}. Punkte: Rot {first}, Weiß {second}.',
  'rules.repair.title': 'Reparieren zwischen den Rennen',
  'rules.repair.text1':
    'Nach einem Rennen wird dein Boot repariert. Es behält einen Schadensmarker für jedes Rennen, in dem es bisher Schaden genommen hat. Rennen B beginnt es also mit keinem oder einem. Rennen C beginnt es mit keinem, einem oder zwei.',
  'rules.repair.example': {
    by: 'damage',
    one: 'Rot hat in Rennen A Schaden genommen. Jetzt, in Rennen B, hat Rot {damage} Schadensmarker. Rennen C beginnt Rot mit {keeps}.',
    other:
      'Rot hat in Rennen A Schaden genommen. Jetzt, in Rennen B, hat Rot {damage} Schadensmarker. Rennen C beginnt Rot mit {keeps}.',
  },
};
