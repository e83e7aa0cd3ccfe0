// Leçons et règles en français, avec les mots de la règle française.
import { french } from '../french';
import type { LearnCatalogue } from './speech.svelte';

export const fr: LearnCatalogue = french({
  'learn.title': 'Apprendre à jouer',
  'learn.intro': 'Douze courtes leçons. Vous êtes le bateau rouge.',
  'learn.step': 'Leçon {number} sur {n}',
  'learn.steps': 'Leçons',
  'learn.named': '{number} : {title}',
  'learn.named.learnt': '{number} : {title}, apprise',
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
  'learn.rest': 'Vous pouvez arrêter quand vous voulez. Cet appareil retient où vous en êtes.',
  'learn.over.title': 'Vous connaissez tout le jeu !',
  'learn.over.text': 'Jouez maintenant contre les joueurs-ordinateurs. Une règle oubliée ? Relisez-la.',
  'learn.over.race': 'Ma première course',
  'learn.over.rules': 'Les règles à relire',
  'learn.over.again': 'Toutes les leçons depuis le début',

  'learn.dice.title': 'Les dés donnent la vitesse',
  'learn.dice.text':
    'Un dé montre 1, 2 ou 3. La somme de vos dés est votre vitesse. Vous avancez d’autant de cases, en ligne droite.',
  'learn.dice.task': 'Ajoutez un dé avec + et lancez-le. Puis choisissez une direction qui mène au drapeau.',
  'learn.dice.none': 'Sans dé, le bateau reste sur place et peut seulement tourner. Ajoutez un dé avec +.',
  'learn.dice.rolled':
    'Vous avez obtenu {total}. Allez tout droit, ou tournez d’abord d’un côté de case à gauche ou à droite. Où est le drapeau ?',
  'learn.dice.missed': 'Vous voilà en {end}. Le drapeau est devant vous, à gauche.',
  'learn.dice.done': {
    by: 'total',
    one: 'Vous avez tourné et avancé de {total} case. Le bateau reste tourné par là. Vous gardez le dé pour le prochain tour.',
    other:
      'Vous avez tourné et avancé de {total} cases. Le bateau reste tourné par là. Vous gardez le dé pour le prochain tour.',
  },

  'learn.full.title': 'Il faut tout parcourir',
  'learn.full.text':
    'À chaque tour, vous pouvez ajouter un dé ou en enlever un. Vous pouvez aussi relancer autant de dés que vous voulez. Puis choisissez une direction avec assez d’eau pour toute votre vitesse.',
  'learn.full.task': 'Conservez le 3, relancez le 2 et ajoutez un dé. Puis choisissez la direction.',
  'learn.full.add': 'Il fallait ajouter un dé : touchez +. On ne peut pas en ajouter plus d’un par tour.',
  'learn.full.hold': 'Conservez le 3 tel quel, et touchez le 2 jusqu’à lire « relancer ».',
  'learn.full.rolled':
    '{dice} font {total}. Essayez les trois directions. Où y a-t-il assez d’eau pour {total} ?',
  'learn.full.done': {
    by: 'total',
    one: 'Seule cette direction avait {total} case d’eau. Il fallait donc y aller, même sans le vouloir.',
    other: 'Seule cette direction avait {total} cases d’eau. Il fallait donc y aller, même sans le vouloir.',
  },

  'learn.brake.title': 'Freinez à temps',
  'learn.brake.text':
    'Vous allez vite, et il n’y a que trois cases d’eau dans chaque direction. Pour freiner, vous pouvez enlever un dé par tour.',
  'learn.brake.task': 'Choisissez vos dés pour éviter l’accident.',
  'learn.brake.crashed': {
    by: 'run',
    one: 'Accident ! Votre vitesse était {total}, mais il n’y avait que {run} case d’eau. Enlevez un dé : touchez-le jusqu’à lire « enlever ».',
    other:
      'Accident ! Votre vitesse était {total}, mais il n’y avait que {run} cases d’eau. Enlevez un dé : touchez-le jusqu’à lire « enlever ».',
  },
  'learn.brake.done':
    'La vitesse {total} convient juste. Regardez loin et enlevez un dé avant d’être à l’étroit.',

  'learn.crash.title': 'Quand tout est bloqué',
  'learn.crash.text':
    'Votre vitesse est 5, et aucune direction n’a assez d’eau. C’est l’accident. Il faut choisir la direction avec le plus d’eau. Les îles, la rive et les bouées bloquent.',
  'learn.crash.task': 'Trouvez la direction avec le plus d’eau.',
  'learn.crash.done': {
    by: 'damage',
    one: 'Votre vitesse était {total}, mais il n’y avait de l’eau que pour {run}. Le reste fait des dégâts : {damage} marqueur de dégâts. Vous perdez aussi tous vos dés. Au prochain tour, vous repartez avec un seul dé.',
    other:
      'Votre vitesse était {total}, mais il n’y avait de l’eau que pour {run}. Le reste fait des dégâts : {damage} marqueurs de dégâts. Vous perdez aussi tous vos dés. Au prochain tour, vous repartez avec un seul dé.',
  },

  'learn.sink.title': 'Quatre marqueurs et l’on coule',
  'learn.sink.text':
    'Votre bateau a trois marqueurs de dégâts. Au quatrième, il coule et quitte cette course.',
  'learn.sink.task': 'Choisissez des dés et une direction pour passer sans dommage.',
  'learn.sink.sunk':
    'Votre vitesse était {total}, mais il n’y avait de l’eau que pour {run}. Au quatrième marqueur de dégâts, votre bateau a coulé. Allez moins vite.',
  'learn.sink.done': 'Sauvé ! Avec trois marqueurs, mieux vaut être prudent.',

  'learn.pass.title': 'Les bateaux ne bloquent pas',
  'learn.pass.text': 'D’autres bateaux sont devant vous. Vous pouvez traverser leurs cases.',
  'learn.pass.task':
    'Relancez les deux dés et allez tout droit, au-delà d’Orange et de Blanc, jusqu’au drapeau.',
  'learn.pass.short': {
    by: 'steps',
    one: 'Vous avez avancé de {steps} case, et Blanc est encore devant. Relancez les deux dés.',
    other: 'Vous avez avancé de {steps} cases, et Blanc est encore devant. Relancez les deux dés.',
  },
  'learn.pass.done': 'Vous les avez dépassés tous les deux, sans dommage pour personne.',

  'learn.behind.title': 'S’arrêter derrière un bateau',
  'learn.behind.text':
    'Deux bateaux ne partagent jamais une case. Si votre déplacement finissait sur un bateau, arrêtez-vous sur la dernière case libre avant lui.',
  'learn.behind.task': 'Gardez 3 et 1 : Blanc est exactement quatre cases devant. Allez tout droit.',
  'learn.behind.free':
    'Cette fois vous n’avez pas fini sur la case de Blanc. Gardez les deux dés et allez tout droit.',
  'learn.behind.done': {
    by: 'steps',
    one: 'Vous vous êtes arrêté après {steps} case, derrière Blanc. Ce n’est pas un accident. Vous n’avez aucun dégât et gardez vos dés.',
    other:
      'Vous vous êtes arrêté après {steps} cases, derrière Blanc. Ce n’est pas un accident. Vous n’avez aucun dégât et gardez vos dés.',
  },

  'learn.start.title': 'Le départ',
  'learn.start.text':
    'Placez votre bateau sur la ligne ou juste derrière, dans n’importe quelle direction. Vous n’avez pas encore de dé. Le premier joueur se place en dernier. Franchissez la ligne dans le sens de la flèche verte.',
  'learn.start.task': 'Placez votre bateau, lancez un dé et franchissez le départ.',
  'learn.start.placed': 'Voici votre premier tour : ajoutez un dé et lancez-le.',
  'learn.start.rolled': 'Franchissez la ligne dans le sens de la flèche verte.',
  'learn.start.nodice': 'Sans dé, vous n’avancez pas. Ajoutez-en un avec +.',
  'learn.start.missed':
    'Vous n’avez pas franchi le départ. Placez votre bateau tourné dans le sens de la flèche verte.',
  'learn.start.done': 'C’est parti ! Maintenant, la bouée 1.',

  'learn.round.title': 'Contourner les bouées',
  'learn.round.text':
    'Contournez les bouées 1, 2 et 3 dans l’ordre, dans le sens de leurs flèches. Dans cette application, chaque bouée a une porte : la rangée jaune. Entrez dans la porte du bon côté, près de la bouée ou loin. Alors la bouée est contournée.',
  'learn.round.task': 'Contournez la bouée 1, la bouée à votre droite.',
  'learn.round.missed':
    'Ainsi vous passez sous la bouée 1 et non par sa porte. Elle n’est pas contournée. Passez par la rangée jaune.',
  'learn.round.done': 'Vous avez atteint la porte : la bouée 1 est contournée, la porte 2 vient ensuite.',

  'learn.back.title': 'Ne revenez pas en arrière',
  'learn.back.text':
    'Si vous repassez une porte en arrière, sa bouée n’est plus contournée. Si vous franchissez votre prochaine porte à l’envers, revenez d’abord par elle. Puis franchissez-la dans le bon sens.',
  'learn.back.task': 'Vous êtes sur la porte de la bouée 1. Continuez sans l’annuler.',
  'learn.back.undone': 'Vous avez repassé la porte 1 en arrière : il faut contourner de nouveau la bouée 1.',
  'learn.back.done': 'La bouée 1 reste contournée. Ensuite la bouée 2, au-dessous de vous.',

  'learn.finish.title': 'L’arrivée et les points',
  'learn.finish.text':
    'Toutes les bouées sont contournées. En atteignant la ligne d’arrivée, vous êtes arrivé. Mais vous terminez votre déplacement, et un accident est encore possible derrière.',
  'learn.finish.task': 'Choisissez vos dés pour atteindre la ligne à coup sûr.',
  'learn.finish.missed':
    'La vitesse {total} était trop forte. Il y a de la terre derrière la ligne, donc vous avez dû tourner. Le 3 et le 1 conviennent juste.',
  'learn.finish.home': {
    by: 'steps',
    one: 'Vous avez avancé de {steps} case et vous êtes arrivé : deuxième après Noir !',
    other: 'Vous avez avancé de {steps} cases et vous êtes arrivé : deuxième après Noir !',
  },
  'learn.finish.question':
    'À trois, le premier reçoit 2, le deuxième 1 et le dernier rien. La course B compte double, la course C triple. Vous êtes deuxième de la course B. Combien de points recevez-vous ?',
  'learn.finish.wrong': '{number} n’est pas juste. Le deuxième a 1, et la course B compte double.',
  'learn.finish.right':
    'Oui, {n} : 1 fois 2. Le joueur avec le plus de points après la course C gagne. À deux, on reçoit aussi des points en étant plus rapide.',

  'learn.repair.title': 'Réparer',
  'learn.repair.text':
    'Après une course, votre bateau est réparé. Mais pour chaque course où il a été endommagé, un marqueur reste.',
  'learn.repair.task':
    'Rouge a été endommagé dans la course A, et encore dans la course B. Il a maintenant trois marqueurs.',
  'learn.repair.question': 'Avec combien de marqueurs Rouge commence-t-il la course C ?',
  'learn.repair.wrong':
    '{number} n’est pas juste. Un marqueur reste pour la course A et un pour la course B.',
  'learn.repair.right': 'Oui, {n} : un pour la course A et un pour la course B. Deux de plus le couleraient.',

  'rules.title': 'Les règles',
  'rules.intro': 'Toutes les règles, avec des exemples à suivre pas à pas.',
  'rules.lessons': 'Envie d’apprendre en jouant ? Vers les leçons',
  'rules.contents': 'Sommaire',
  'rules.before': 'Retour',
  'rules.next': 'Suite',
  'rules.at': '{number} sur {n}',
  'rules.begin': 'La position avant.',
  'rules.now': 'Prochain but : {leg}.',

  'rules.aim.title': 'Le but',
  'rules.aim.text1':
    'De deux à six hors-bords font trois courses sur le même lac : A, B et C. À la fin, qui a le plus de points gagne.',
  'rules.aim.text2':
    'Chaque régate a un nouveau lac, fait de six tuiles. Chaque tuile a un côté bleu sombre, plus facile, et un côté bleu clair, plus difficile.',
  'rules.course.title': 'Le parcours',
  'rules.course.text1':
    'Les bouées 0, 1, 2 et 3 sont sur les quatre cases marquées de la lettre de la course. La ligne de départ et d’arrivée va de la bouée 0, sur quatre cases, à la bouée d’arrivée.',
  'rules.course.text2':
    'Des flèches montrent dans quel sens contourner chaque bouée. On ne doit jamais en faire le tour complet. Une bouée bloque sa case.',
  'rules.start.title': 'Le départ',
  'rules.start.text1':
    'Avant la course A, chacun lance un dé. Le plus haut commence. En cas d’égalité, ces joueurs relancent. À chaque course suivante, c’est le joueur suivant dans le sens des aiguilles d’une montre qui commence. Les tours vont toujours dans ce sens.',
  'rules.start.text2':
    'Avant chaque course, on se place dans le sens inverse des aiguilles d’une montre. Le voisin de droite du premier joueur se place d’abord. Le premier joueur se place donc en dernier.',
  'rules.start.text3':
    'Choisissez une case libre sur la ligne, ou une case qui la touche par derrière. S’il n’y en a pas assez, les cases derrière elles comptent aussi. Votre bateau peut pointer vers chacun des six côtés de sa case. Personne n’a encore de dé.',
  'rules.start.text4':
    'D’abord, franchissez la ligne dans le sens de la flèche verte. Ensuite, allez à la bouée 1.',
  'rules.dice.title': 'Un tour : les dés',
  'rules.dice.text1':
    'Vos dés vous restent d’un tour à l’autre. Ajoutez-en un, ou enlevez-en un de votre choix, ou ni l’un ni l’autre. Puis choisissez lesquels de vos dés relancer. Ceux-ci et le nouveau dé sont lancés ensemble, une fois.',
  'rules.dice.text2':
    'La somme de vos dés est votre vitesse. Le nombre de dés n’est pas limité. Sans dé, votre bateau reste sur place, et vous pouvez le tourner. C’est aussi un tour.',
  'rules.heading.title': 'Un tour : direction et déplacement',
  'rules.heading.text1':
    'Allez tout droit ou tournez de 60° à gauche ou à droite. Puis parcourez toute votre vitesse en ligne droite sur l’eau. Le bateau reste tourné dans le sens de son déplacement.',
  'rules.heading.text2':
    'Si toute votre vitesse tient dans au moins une direction, il faut en choisir une. Seules la terre et les bouées bloquent.',
  'rules.crash.title': 'Accident et dégâts',
  'rules.crash.text1':
    'Si aucune direction n’a assez d’eau, c’est l’accident. Il faut choisir la direction avec le plus d’eau. Si plusieurs sont égales, choisissez l’une d’elles. Vous recevez un marqueur de dégâts par case manquante. Vous perdez aussi tous vos dés.',
  'rules.crash.text2': 'Avec quatre marqueurs ou plus, le bateau coule et quitte cette course.',
  'rules.boats.title': 'Les autres bateaux',
  'rules.boats.text1': 'Vous pouvez traverser les cases des autres bateaux.',
  'rules.boats.text2':
    'Si votre déplacement finissait sur un bateau, arrêtez-vous sur la dernière case libre avant lui. Ce n’est pas un accident. Vous n’avez aucun dégât et gardez vos dés. Si un bateau gêne lors d’un accident, les dégâts sont les mêmes que sans lui.',
  'rules.round.title': 'Contourner les bouées',
  'rules.round.text1':
    'Contournez les bouées 1, 2 et 3 dans l’ordre. La règle n’a pas de portes : c’est ainsi que cette application juge un contournement. Une porte est une rangée de cases, de la bouée jusqu’au bord du lac. Elle passe aussi sur les îles.',
  'rules.round.text2':
    'Entrez dans la porte du bon côté, et la bouée est contournée. Peu importe à quelle distance de la bouée vous passez.',
  'rules.round.text3':
    'Si vous repassez une porte en arrière, sa bouée n’est plus contournée. Si vous franchissez votre prochaine porte à l’envers, revenez d’abord par elle. Alors seulement, vous pouvez contourner la bouée.',
  'rules.finish.title': 'L’arrivée',
  'rules.finish.text1':
    'Après la bouée 3, vous êtes arrivé quand vous atteignez la ligne du côté de l’arrivée. Vous terminez votre déplacement. Un accident derrière la ligne fait des dégâts, mais vous êtes arrivé. Puis votre bateau quitte le lac.',
  'rules.finish.text2':
    'Une course finit quand chaque bateau est arrivé ou a coulé. Si seules les places comptent, elle finit aussi quand tous sauf un sont arrivés.',
  'rules.points.title': 'Les points',
  'rules.points.text1':
    'Dans la course A, le vainqueur marque un point de moins que le nombre de joueurs. Chaque place suivante marque un point de moins. Les bateaux coulés n’y changent rien. Les points comptent double dans la course B et triple dans la course C.',
  'rules.points.text2':
    'Un bateau coulé ne marque rien, sauf s’il était déjà arrivé. Le joueur avec le plus de points après la course C gagne. À égalité, la meilleure place de la dernière course décide.',
  'rules.points.players': 'Joueurs',
  'rules.points.place': 'Place',
  'rules.points.race': 'Course {letter}',
  'rules.turns.title': 'Les points pour les tours',
  'rules.turns.text1': 'À deux, cette règle compte toujours. À plus, vous pouvez la choisir.',
  'rules.turns.text2':
    'Comparez chaque bateau arrivé au dernier arrivé. Il marque un point de plus par tour de moins. Il marque aussi 5 points par bateau coulé. Ces points ne sont ni doublés ni triplés.',
  'rules.turns.example':
    'Un exemple : la course {letter} à deux. Tours : Rouge {fast}, Blanc {slow}. Points : Rouge {first}, Blanc {second}.',
  'rules.repair.title': 'Réparer entre les courses',
  'rules.repair.text1':
    'Après une course, votre bateau est réparé. Il garde un marqueur pour chaque course jusqu’ici où il a été endommagé. Il commence donc la course B avec zéro ou un marqueur. Il commence la course C avec zéro, un ou deux.',
  'rules.repair.example': {
    by: 'damage',
    one: 'Rouge a été endommagé dans la course A. Dans la course B, il a maintenant {damage} marqueur. Il commence la course C avec {keeps}.',
    other:
      'Rouge a été endommagé dans la course A. Dans la course B, il a maintenant {damage} marqueurs. Il commence la course C avec {keeps}.',
  },
});
