// Leçons et règles en français, avec les mots de la règle française. Aucune phrase n’a plus de 20 mots.
import { french } from '../french';
import type { LearnCatalogue } from './speech.svelte';

export const fr: LearnCatalogue = french({
  'learn.title': 'Apprendre à jouer',
  'learn.intro': 'Douze petites leçons. Vous êtes le bateau rouge.',
  'learn.step': 'Leçon {number} sur {n}',
  'learn.steps': 'Leçons',
  'learn.named': '{number} : {title}',
  'learn.named.learnt': '{number} : {title}, leçon apprise',
  'learn.task': 'À vous :',
  'learn.next': 'Leçon suivante',
  'learn.again': 'Réessayer',
  'learn.repeat': 'Encore une fois',
  'learn.before': 'Retour',
  'learn.skip': 'Passer',
  'learn.well': 'Bravo !',
  'learn.oops': 'Pas tout à fait.',
  'learn.speed': 'Vitesse {n}',
  'learn.lake': 'Un petit lac.',
  'learn.flag': 'Le drapeau est en {at}.',
  'learn.rest': 'Vous pouvez vous arrêter quand vous voulez. Cet appareil retient où vous en êtes.',
  'learn.over.title': 'Vous connaissez tout le jeu !',
  'learn.over.text':
    'Maintenant, affrontez les joueurs virtuels. Si vous oubliez une règle, vous pouvez la relire.',
  'learn.over.race': 'Vers ma première course',
  'learn.over.rules': 'Relire les règles',
  'learn.over.again': 'Recommencer les leçons',

  'learn.dice.title': 'Les dés donnent la vitesse',
  'learn.dice.text':
    'Un dé montre 1, 2 ou 3. Additionnez vos dés : le total est votre vitesse. Vous avancez d’autant de cases, en ligne droite.',
  'learn.dice.task':
    'Ajoutez un dé avec + et lancez-le. Puis choisissez la direction qui vous mène au drapeau.',
  'learn.dice.none': 'Sans dé, votre bateau peut seulement tourner. Ajoutez un dé avec +.',
  'learn.dice.rolled':
    'Vous avez obtenu {total}. Vous pouvez aller tout droit, ou d’abord tourner d’un cran à gauche ou à droite. Où est le drapeau ?',
  'learn.dice.missed': 'Vous êtes maintenant en {end}. Le drapeau est devant vous, sur la gauche.',
  'learn.dice.done': {
    by: 'total',
    one: 'Vous avez tourné, puis avancé de {total} case. Votre bateau pointe maintenant dans cette direction. Vous conservez votre dé pour le prochain tour.',
    other:
      'Vous avez tourné, puis avancé de {total} cases. Votre bateau pointe maintenant dans cette direction. Vous conservez votre dé pour le prochain tour.',
  },

  'learn.full.title': 'Avancer du nombre exact de cases',
  'learn.full.text':
    'À chaque tour, vous pouvez ajouter un dé ou en enlever un. Vous pouvez aussi relancer autant de vos dés que vous voulez. Puis choisissez une direction où il y a assez d’eau pour votre vitesse.',
  'learn.full.task': 'Conservez le 3, relancez le 2 et ajoutez un nouveau dé. Puis choisissez une direction.',
  'learn.full.add': 'Cette fois, ajoutez un dé : appuyez sur +. On ne peut ajouter qu’un dé par tour.',
  'learn.full.hold': 'Conservez le 3. Appuyez sur le 2 jusqu’à lire « relancer ».',
  'learn.full.rolled':
    '{dice}, cela fait {total}. Essayez les trois directions. Laquelle a assez d’eau pour {total} ?',
  'learn.full.done': {
    by: 'total',
    one: 'Seule cette direction avait {total} case d’eau. Vous deviez donc la prendre, que vous le vouliez ou non.',
    other:
      'Seule cette direction avait {total} cases d’eau. Vous deviez donc la prendre, que vous le vouliez ou non.',
  },

  'learn.brake.title': 'Freiner à temps',
  'learn.brake.text':
    'Vous allez vite, mais il n’y a que trois cases d’eau dans chaque direction. Pour freiner, vous pouvez enlever un dé par tour.',
  'learn.brake.task': 'Choisissez vos dés pour éviter l’accident.',
  'learn.brake.crashed': {
    by: 'run',
    one: 'Accident ! Votre vitesse était {total}, mais il n’y avait que {run} case d’eau. Enlevez un dé : appuyez dessus jusqu’à lire « enlever ».',
    other:
      'Accident ! Votre vitesse était {total}, mais il n’y avait que {run} cases d’eau. Enlevez un dé : appuyez dessus jusqu’à lire « enlever ».',
  },
  'learn.brake.done':
    'Vitesse {total} : ça passe tout juste ! Regardez loin devant, et enlevez un dé avant les passages étroits.',

  'learn.crash.title': 'Quand tout est bloqué',
  'learn.crash.text':
    'Votre vitesse est 5, et aucune direction n’a assez d’eau. Vous allez donc avoir un accident. Vous devez choisir la direction où il y a le plus d’eau. Les îles, la rive et les bouées vous bloquent.',
  'learn.crash.task': 'Trouvez la direction où il y a le plus d’eau.',
  'learn.crash.done': {
    by: 'damage',
    one: 'Votre vitesse était {total}, mais il n’y avait de l’eau que pour {run}. Le reste, ce sont des dégâts : {damage} marqueur de dégâts. Vous perdez aussi tous vos dés. Au prochain tour, vous repartez avec un dé.',
    other:
      'Votre vitesse était {total}, mais il n’y avait de l’eau que pour {run}. Le reste, ce sont des dégâts : {damage} marqueurs de dégâts. Vous perdez aussi tous vos dés. Au prochain tour, vous repartez avec un dé.',
  },

  'learn.sink.title': 'Au quatrième marqueur, on coule',
  'learn.sink.text':
    'Votre bateau a trois marqueurs de dégâts. S’il en reçoit un quatrième, il coule. Alors, cette course est finie pour lui.',
  'learn.sink.task': 'Choisissez vos dés et une direction pour éviter l’accident.',
  'learn.sink.sunk':
    'Votre vitesse était {total}, mais il n’y avait de l’eau que pour {run}. Au quatrième marqueur de dégâts, votre bateau a coulé. Allez moins vite.',
  'learn.sink.done': 'Ouf ! Avec trois marqueurs de dégâts, il faut faire attention.',

  'learn.pass.title': 'Les bateaux ne bloquent pas',
  'learn.pass.text': 'Il y a d’autres bateaux devant vous. Vous pouvez traverser leurs cases.',
  'learn.pass.task': 'Relancez les deux dés. Puis dépassez Orange et Blanc, tout droit jusqu’au drapeau.',
  'learn.pass.short': {
    by: 'steps',
    one: 'Vous avez avancé de {steps} case, et Blanc est encore devant. Relancez les deux dés.',
    other: 'Vous avez avancé de {steps} cases, et Blanc est encore devant. Relancez les deux dés.',
  },
  'learn.pass.done': 'Vous avez dépassé les deux bateaux. Personne ne reçoit de dégâts pour cela.',

  'learn.behind.title': 'S’arrêter derrière un bateau',
  'learn.behind.text':
    'Deux bateaux ne peuvent pas être sur la même case. Si votre déplacement doit finir sur un autre bateau, arrêtez-vous sur la dernière case libre avant lui.',
  'learn.behind.task':
    'Conservez le 3 et le 1. Blanc est à exactement quatre cases devant vous. Allez tout droit.',
  'learn.behind.free':
    'Cette fois, votre déplacement ne finissait pas sur la case de Blanc. Conservez les deux dés et allez tout droit.',
  'learn.behind.done': {
    by: 'steps',
    one: 'Votre bateau s’est arrêté après {steps} case, derrière Blanc. Ce n’est pas un accident. Vous ne recevez pas de dégâts et vous conservez vos dés.',
    other:
      'Votre bateau s’est arrêté après {steps} cases, derrière Blanc. Ce n’est pas un accident. Vous ne recevez pas de dégâts et vous conservez vos dés.',
  },

  'learn.start.title': 'Le départ',
  'learn.start.text':
    'Placez votre bateau sur la ligne ou juste derrière, dans la direction de votre choix. Vous n’avez pas encore de dés. Le premier joueur se place en dernier. Franchissez la ligne dans le sens de la flèche verte.',
  'learn.start.task': 'Placez votre bateau, lancez un dé et franchissez la ligne de départ.',
  'learn.start.placed': 'C’est maintenant votre premier tour. Ajoutez un dé et lancez-le.',
  'learn.start.rolled': 'Franchissez la ligne dans le sens de la flèche verte.',
  'learn.start.nodice': 'Sans dé, vous n’avancez pas. Ajoutez un dé avec +.',
  'learn.start.missed':
    'Vous n’avez pas franchi la ligne de départ. Placez votre bateau pour qu’il pointe dans le sens de la flèche verte.',
  'learn.start.done': 'Vous voilà en course ! Prochaine étape : la bouée 1.',

  'learn.round.title': 'Contourner les bouées',
  'learn.round.text':
    'Contournez les bouées 1, 2 et 3 dans l’ordre, comme le montrent leurs flèches. Dans cette application, chaque bouée a une porte : la rangée jaune. Entrez dans la porte par le bon côté, près ou loin de la bouée. Alors, la bouée est contournée.',
  'learn.round.task': 'Contournez la bouée 1 en la laissant à votre droite.',
  'learn.round.missed':
    'Votre bateau est passé plus bas que la bouée 1 et a manqué sa porte. La bouée n’est donc pas contournée. Passez par la rangée jaune.',
  'learn.round.done':
    'Votre bateau est entré dans la porte : la bouée 1 est contournée. Prochaine étape : la porte 2.',

  'learn.back.title': 'Ne pas revenir en arrière',
  'learn.back.text':
    'Si vous repassez une porte en sens inverse, sa bouée n’est plus contournée. Si vous prenez votre prochaine porte à l’envers, revenez d’abord par cette porte. Puis franchissez-la dans le bon sens.',
  'learn.back.task':
    'Vous êtes sur la porte de la bouée 1. Avancez, mais ne repassez pas la porte en sens inverse.',
  'learn.back.undone':
    'Vous avez repassé la porte 1 en sens inverse. Il faut à nouveau contourner la bouée 1.',
  'learn.back.done': 'La bouée 1 reste contournée. Prochaine étape : la bouée 2, plus bas.',

  'learn.finish.title': 'L’arrivée et les points',
  'learn.finish.text':
    'Vous avez contourné toutes les bouées. Dès que vous atteignez la ligne d’arrivée, vous avez terminé la course. Mais vous devez finir votre déplacement, et un accident est possible derrière la ligne.',
  'learn.finish.task': 'Choisissez vos dés pour atteindre la ligne à coup sûr.',
  'learn.finish.missed':
    'La vitesse {total} était trop grande. Il y a de la terre derrière la ligne : vous avez dû tourner. Le 3 et le 1 font exactement le compte.',
  'learn.finish.home': {
    by: 'steps',
    one: 'Vous avancez de {steps} case et franchissez l’arrivée : deuxième, derrière Noir !',
    other: 'Vous avancez de {steps} cases et franchissez l’arrivée : deuxième, derrière Noir !',
  },
  'learn.finish.question':
    'À trois joueurs, le premier marque 2 points, le deuxième 1 et le dernier rien. La course B compte double et la course C triple. Vous êtes deuxième de la course B. Combien de points marquez-vous ?',
  'learn.finish.wrong': 'Non, pas {number}. Le deuxième marque 1 point, et la course B compte double.',
  'learn.finish.right':
    'Oui, {n} : 1 fois 2. Le joueur qui a le plus de points après la course C gagne. À deux joueurs, on marque aussi des points quand on est plus rapide.',

  'learn.repair.title': 'Les réparations',
  'learn.repair.text':
    'Après chaque course, votre bateau est réparé. Mais il garde un marqueur de dégâts pour chaque course où il a reçu des dégâts.',
  'learn.repair.task':
    'Rouge a reçu des dégâts dans la course A, puis encore dans la course B. Il a maintenant trois marqueurs de dégâts.',
  'learn.repair.question': 'Combien de marqueurs de dégâts Rouge a-t-il au départ de la course C ?',
  'learn.repair.wrong': 'Non, pas {number}. Il reste un marqueur pour la course A et un pour la course B.',
  'learn.repair.right':
    'Oui, {n} : un pour la course A et un pour la course B. Avec deux de plus, le bateau coulerait.',

  'rules.title': 'Les règles',
  'rules.intro': 'Toutes les règles, avec des exemples à jouer pas à pas.',
  'rules.lessons': 'Envie d’apprendre en jouant ? Allez aux leçons',
  'rules.contents': 'Sommaire',
  'rules.before': 'Retour',
  'rules.next': 'Suite',
  'rules.at': '{number} sur {n}',
  'rules.begin': 'La position avant le déplacement.',
  'rules.now': 'Prochaine étape : {leg}.',

  'rules.aim.title': 'Le but du jeu',
  'rules.aim.text1':
    'De deux à six bateaux font trois courses sur le même lac : les courses A, B et C. Le joueur qui a le plus de points à la fin gagne.',
  'rules.aim.text2':
    'Chaque régate a un nouveau lac, formé de six tuiles. Chaque tuile a un côté bleu sombre, plus facile, et un côté bleu clair, plus difficile.',
  'rules.course.title': 'Le parcours',
  'rules.course.text1':
    'Les bouées 0, 1, 2 et 3 sont sur les quatre emplacements qui portent la lettre de la course. La ligne de départ et d’arrivée part de la bouée 0. Elle couvre quatre cases, jusqu’à la bouée d’arrivée.',
  'rules.course.text2':
    'Des flèches montrent dans quel sens contourner chaque bouée. Vous n’avez jamais à faire le tour complet d’une bouée. Une bouée bloque sa case.',
  'rules.start.title': 'Le départ',
  'rules.start.text1':
    'Avant la course A, chaque joueur lance un dé. Le plus grand nombre désigne le premier joueur, celui qui commence. Si plusieurs joueurs ont ce nombre, ils relancent leur dé. À chaque nouvelle course, ce rôle passe au joueur suivant, dans le sens des aiguilles d’une montre. On joue toujours dans le sens des aiguilles d’une montre.',
  'rules.start.text2':
    'Avant chaque course, on place les bateaux dans le sens inverse des aiguilles d’une montre. Le voisin de droite du premier joueur place d’abord le sien. Le premier joueur se place donc en dernier.',
  'rules.start.text3':
    'Choisissez une case libre sur la ligne, ou une case qui touche la ligne par-derrière. S’il n’y en a pas assez, vous pouvez aussi prendre les cases situées derrière celles-ci. Votre bateau peut pointer vers n’importe lequel des six côtés de sa case. Personne n’a encore de dés.',
  'rules.start.text4':
    'Votre première étape : franchir la ligne dans le sens de la flèche verte. Ensuite, vous allez vers la bouée 1.',
  'rules.dice.title': 'Un tour : les dés',
  'rules.dice.text1':
    'Vous conservez vos dés d’un tour à l’autre. Vous pouvez ajouter un dé, en enlever un de votre choix, ou ne rien changer. Puis choisissez lesquels de vos dés vous relancez. Lancez-les avec le nouveau dé, tous ensemble et une seule fois.',
  'rules.dice.text2':
    'Le total de vos dés est votre vitesse. Vous pouvez avoir autant de dés que vous voulez. Sans dé, votre bateau reste sur place, et vous pouvez le tourner. Cela compte aussi comme un tour.',
  'rules.heading.title': 'Un tour : direction et déplacement',
  'rules.heading.text1':
    'Allez tout droit, ou tournez de 60° à gauche ou à droite. Puis avancez, en ligne droite et sur l’eau, d’autant de cases que votre vitesse. Votre bateau pointe ensuite dans la direction de son déplacement.',
  'rules.heading.text2':
    'Si une ou plusieurs directions ont assez d’eau pour votre vitesse, vous devez en choisir une. Seules la terre et les bouées vous bloquent.',
  'rules.crash.title': 'Accident et dégâts',
  'rules.crash.text1':
    'Si aucune direction n’a assez d’eau, vous avez un accident. Vous devez choisir la direction où il y a le plus d’eau. Si plusieurs sont à égalité, choisissez l’une d’elles. Vous recevez un marqueur de dégâts par case que vous n’avez pas pu parcourir. Vous perdez aussi tous vos dés.',
  'rules.crash.text2':
    'Avec quatre marqueurs de dégâts ou plus, votre bateau coule. Alors, cette course est finie pour lui.',
  'rules.boats.title': 'Les autres bateaux',
  'rules.boats.text1': 'Vous pouvez traverser les cases des autres bateaux.',
  'rules.boats.text2':
    'Si votre déplacement doit finir sur un autre bateau, arrêtez-vous sur la dernière case libre avant lui. Ce n’est pas un accident. Vous ne recevez pas de dégâts et vous conservez vos dés. Si un bateau vous gêne pendant un accident, vos dégâts sont les mêmes que sans lui.',
  'rules.round.title': 'Contourner les bouées',
  'rules.round.text1':
    'Vous devez contourner les bouées 1, 2 et 3 dans l’ordre. Le livret de règles ne parle pas de portes. Cette application s’en sert pour juger si une bouée est contournée. Une porte est une rangée de cases qui va de la bouée au bord du lac. La rangée passe aussi par-dessus les îles.',
  'rules.round.text2':
    'Dès que vous entrez dans la porte par le bon côté, la bouée est contournée. Peu importe à quelle distance de la bouée vous passez.',
  'rules.round.text3':
    'Si vous repassez une porte en sens inverse, sa bouée n’est plus contournée. Si vous prenez votre prochaine porte à l’envers, revenez d’abord par cette porte. Alors seulement, vous pouvez contourner la bouée.',
  'rules.finish.title': 'L’arrivée',
  'rules.finish.text1':
    'Après la bouée 3, rejoignez la ligne par le côté de l’arrivée. Dès que vous l’atteignez, vous avez terminé la course. Vous finissez quand même votre déplacement. Un accident derrière la ligne vous donne des dégâts, mais votre arrivée compte. Ensuite, votre bateau quitte le lac.',
  'rules.finish.text2':
    'Une course se termine quand chaque bateau est arrivé ou a coulé. Si seules les places comptent, elle se termine aussi quand tous les bateaux sauf un sont arrivés.',
  'rules.points.title': 'Les points',
  'rules.points.text1':
    'Dans la course A, le vainqueur marque un point de moins que le nombre de joueurs. Chaque place suivante rapporte un point de moins. Les bateaux coulés n’y changent rien. Les points comptent double dans la course B et triple dans la course C.',
  'rules.points.text2':
    'Un bateau qui coule ne marque pas de points, sauf s’il était déjà arrivé. Le joueur qui a le plus de points après la course C gagne. En cas d’égalité, la meilleure place dans la dernière course décide.',
  'rules.points.players': 'Joueurs',
  'rules.points.place': 'Place',
  'rules.points.race': 'Course {letter}',
  'rules.turns.title': 'Des points pour les tours',
  'rules.turns.text1':
    'À deux joueurs, cette règle s’applique toujours. À plus de deux joueurs, vous pouvez la choisir.',
  'rules.turns.text2':
    'Chaque bateau arrivé est comparé au dernier arrivé. Pour chaque tour joué en moins, il marque un point de plus. Il marque aussi 5 points pour chaque bateau qui a coulé. Ces points en plus ne sont ni doublés ni triplés.',
  'rules.turns.example':
    'Un exemple : la course {letter} à deux joueurs. Tours joués : Rouge {fast}, Blanc {slow}. Points : Rouge {first}, Blanc {second}.',
  'rules.repair.title': 'Les réparations entre les courses',
  'rules.repair.text1':
    'Après une course, votre bateau est réparé. Il garde un marqueur de dégâts pour chaque course passée où il a reçu des dégâts. Il commence donc la course B avec zéro ou un marqueur. Il commence la course C avec zéro, un ou deux marqueurs.',
  'rules.repair.example': {
    by: 'damage',
    one: 'Rouge a reçu des dégâts dans la course A. Maintenant, dans la course B, il a {damage} marqueur de dégâts. Il commencera la course C avec {keeps}.',
    other:
      'Rouge a reçu des dégâts dans la course A. Maintenant, dans la course B, il a {damage} marqueurs de dégâts. Il commencera la course C avec {keeps}.',
  },
});
