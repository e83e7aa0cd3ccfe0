// Leçons et règles en français, avec les mots de la règle française.
import type { LearnCatalogue } from './speech.svelte';

export const fr: LearnCatalogue = {
  'learn.title': 'Apprendre à jouer',
  'learn.intro': 'Douze courtes leçons. Vous êtes le bateau rouge.',
  'learn.step': 'Leçon {number} sur {n}',
  'learn.steps': 'Leçons',
  'learn.learnt': 'apprise',
  'learn.task': 'À vous',
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
  'learn.over.text': 'Courez maintenant contre les pilotes de l’ordinateur. Une règle oubliée ? Relisez-la.',
  'learn.over.race': 'Ma première course',
  'learn.over.rules': 'Les règles à relire',
  'learn.over.again': 'Toutes les leçons depuis le début',

  'learn.dice.title': 'Les dés donnent la vitesse',
  'learn.dice.text':
    'Un dé montre 1, 2 ou 3. La somme de vos dés est votre vitesse : vous avancez d’autant de cases, en ligne droite.',
  'learn.dice.task': 'Ajoutez un dé avec +, lancez-le, puis tournez pour atteindre le drapeau.',
  'learn.dice.none': 'Sans dé, le bateau reste sur place et peut seulement tourner. Ajoutez un dé avec +.',
  'learn.dice.rolled':
    'Vous avez obtenu {total}. Vous pouvez aller tout droit, ou tourner d’abord d’un côté de case à gauche ou à droite. Où est le drapeau ?',
  'learn.dice.missed': 'Vous voilà en {end}. Le drapeau est devant vous, à gauche.',
  'learn.dice.done':
    'Vous avez tourné et avancé de {total} cases ; le bateau reste tourné par là. Vous gardez le dé pour le prochain tour.',

  'learn.full.title': 'Il faut tout parcourir',
  'learn.full.text':
    'À chaque tour, vous pouvez ajouter un dé ou en enlever un, et relancer autant des autres que vous voulez. Puis il faut prendre une direction où toute votre vitesse tient.',
  'learn.full.task': 'Conservez le 3, relancez le 2 et ajoutez un dé. Puis choisissez la direction.',
  'learn.full.add': 'Il fallait ajouter un dé : touchez +. On ne peut pas en ajouter plus d’un par tour.',
  'learn.full.hold': 'Conservez le 3 tel quel, et touchez le 2 jusqu’à lire « relancer ».',
  'learn.full.rolled':
    '{dice} font {total}. Essayez les trois directions : où y a-t-il la place pour {total} ?',
  'learn.full.done':
    'Il n’y avait que là la place pour {total} cases : vous deviez y aller, même si vous vouliez aller ailleurs.',

  'learn.brake.title': 'Freinez à temps',
  'learn.brake.text':
    'Vous allez vite, et il n’y a que trois cases d’eau dans chaque direction. Pour freiner, vous pouvez enlever un dé par tour.',
  'learn.brake.task': 'Choisissez vos dés pour éviter l’accident.',
  'learn.brake.crashed':
    'Accident ! Votre vitesse était {total}, mais il n’y avait de l’eau que pour {run}. Enlevez un dé : touchez-le jusqu’à lire « enlever ».',
  'learn.brake.done':
    'La vitesse {total} convient juste. Regardez loin et enlevez un dé avant d’être à l’étroit.',

  'learn.crash.title': 'Quand tout est bloqué',
  'learn.crash.text':
    'Votre vitesse est 5 et aucune direction n’est assez longue : c’est l’accident. Il faut alors prendre la direction avec le plus d’eau. Les îles, la rive et les bouées bloquent.',
  'learn.crash.task': 'Trouvez le plus long chemin.',
  'learn.crash.done':
    'Vous avez parcouru {run} sur {total}, il en manquait {damage} : {damage} marqueurs de dégâts. Tous vos dés sont perdus ; vous repartez avec un seul.',

  'learn.sink.title': 'Quatre marqueurs et l’on coule',
  'learn.sink.text':
    'Votre bateau a trois marqueurs de dégâts. Au quatrième, il coule et quitte cette course.',
  'learn.sink.task': 'Choisissez des dés et une direction pour passer sans dommage.',
  'learn.sink.sunk':
    'Vitesse {total}, mais de l’eau pour {run} seulement : quatrième marqueur, votre bateau a coulé. Allez moins vite.',
  'learn.sink.done': 'Sauvé ! Avec trois marqueurs, mieux vaut être prudent.',

  'learn.pass.title': 'Les bateaux ne bloquent pas',
  'learn.pass.text': 'D’autres bateaux sont devant vous. Vous pouvez traverser leurs cases.',
  'learn.pass.task':
    'Relancez les deux dés et allez tout droit, au-delà d’Orange et de Blanc, jusqu’au drapeau.',
  'learn.pass.short': 'Vous avez avancé de {steps} et Blanc est encore devant. Relancez les deux dés.',
  'learn.pass.done': 'Vous les avez dépassés tous les deux, sans dommage pour personne.',

  'learn.behind.title': 'S’arrêter derrière un bateau',
  'learn.behind.text':
    'Deux bateaux ne partagent jamais une case. Si vous deviez finir sur un bateau, vous vous arrêtez sur la dernière case libre avant lui.',
  'learn.behind.task': 'Gardez 3 et 1 : Blanc est exactement quatre cases devant. Allez tout droit.',
  'learn.behind.free':
    'Cette fois vous n’avez pas fini sur la case de Blanc. Gardez les deux dés et allez tout droit.',
  'learn.behind.done':
    'Vous vous êtes arrêté après {steps} cases, derrière Blanc. Ce n’est pas un accident : aucun dégât, et vous gardez vos dés.',

  'learn.start.title': 'Le départ',
  'learn.start.text':
    'On part de la ligne ou de juste derrière, dans n’importe quelle direction, sans dé. Le premier joueur se place en dernier. Franchissez la ligne dans le sens de la flèche verte.',
  'learn.start.task': 'Placez votre bateau, lancez un dé et franchissez le départ.',
  'learn.start.placed': 'Voici votre premier tour : ajoutez un dé et lancez-le.',
  'learn.start.rolled': 'Franchissez la ligne dans le sens de la flèche verte.',
  'learn.start.nodice': 'Sans dé, vous n’avancez pas. Ajoutez-en un avec +.',
  'learn.start.missed':
    'Vous n’avez pas franchi le départ. Placez votre bateau tourné dans le sens de la flèche verte.',
  'learn.start.done': 'C’est parti ! Maintenant, la bouée 1.',

  'learn.round.title': 'Contourner les bouées',
  'learn.round.text':
    'Contournez les bouées 1, 2 et 3 dans l’ordre, dans le sens de leurs flèches. Chaque bouée a une porte, la rangée jaune : atteignez-la du bon côté, de près ou de loin, et la bouée est contournée.',
  'learn.round.task': 'Contournez la bouée 1, la bouée à votre droite.',
  'learn.round.missed':
    'Ainsi vous passez sous la bouée 1 et non par sa porte. Elle n’est pas contournée. Passez par la rangée jaune.',
  'learn.round.done': 'Vous avez atteint la porte : la bouée 1 est contournée, la porte 2 vient ensuite.',

  'learn.back.title': 'Ne revenez pas en arrière',
  'learn.back.text':
    'Repasser une porte en arrière l’annule. Et qui franchit une porte à l’envers doit d’abord revenir par elle, puis la franchir encore dans le bon sens.',
  'learn.back.task': 'Vous êtes sur la porte de la bouée 1. Continuez sans l’annuler.',
  'learn.back.undone': 'Vous avez repassé la porte 1 en arrière : il faut contourner de nouveau la bouée 1.',
  'learn.back.done': 'La bouée 1 reste contournée. Ensuite la bouée 2, au-dessous de vous.',

  'learn.finish.title': 'L’arrivée et les points',
  'learn.finish.text':
    'Toutes les bouées sont contournées. Il suffit d’atteindre la ligne d’arrivée. Mais votre course continue : un accident est encore possible derrière.',
  'learn.finish.task': 'Choisissez vos dés pour atteindre la ligne à coup sûr.',
  'learn.finish.missed':
    'La vitesse {total} était trop forte : il y a de la terre derrière la ligne, vous avez dû vous détourner. 3 et 1 conviennent juste.',
  'learn.finish.home': 'Vous avez avancé de {steps} et vous êtes arrivé : deuxième après Noir !',
  'learn.finish.question':
    'À trois, le dernier n’a rien, le deuxième 1, le premier 2. La course B compte double, la course C triple. C’était la course B et vous êtes deuxième : combien de points ?',
  'learn.finish.wrong': '{number} n’est pas juste. Le deuxième a 1, et la course B compte double.',
  'learn.finish.right':
    'Oui, {n} : 1 fois 2. Après la course C, le plus de points gagne. À deux, chaque tour d’avance compte aussi.',

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
  'rules.lessons': 'Plutôt essayer ? Vers les leçons',
  'rules.contents': 'Sommaire',
  'rules.before': 'Retour',
  'rules.next': 'Suite',
  'rules.at': '{number} sur {n}',
  'rules.begin': 'La position avant.',
  'rules.now': 'Maintenant {leg}.',

  'rules.aim.title': 'Le but',
  'rules.aim.text1':
    'De deux à six hors-bords font trois courses sur le même lac : A, B et C. À la fin, le plus de points gagne.',
  'rules.aim.text2':
    'Le lac est chaque fois assemblé à neuf avec six tuiles. Chacune a un côté bleu sombre, plus facile, et un côté bleu clair, plus difficile.',
  'rules.course.title': 'Le parcours',
  'rules.course.text1':
    'Quatre bouées sont sur les quatre cases marquées de la lettre de la course. La ligne de départ et d’arrivée va de la bouée 0, sur quatre cases, à la bouée d’arrivée.',
  'rules.course.text2':
    'Des flèches montrent dans quel sens contourner chaque bouée : toujours sans devoir en faire le tour complet. Une bouée bloque sa case.',
  'rules.start.title': 'Le départ',
  'rules.start.text1':
    'Avant la course A, chacun lance un dé : le plus haut commence. À la course suivante, c’est son voisin de gauche, et ainsi de suite.',
  'rules.start.text2':
    'On se place dans l’ordre inverse, le premier joueur en dernier : sur une case libre de la ligne ou qui la touche par derrière, dans l’une des six directions. Personne n’a encore de dé.',
  'rules.dice.title': 'Un tour : les dés',
  'rules.dice.text1':
    'Vos dés vous restent d’un tour à l’autre. Ajoutez-en un, ou enlevez-en un de votre choix, ou ni l’un ni l’autre. Puis choisissez lesquels des autres relancer. Tous sont lancés ensemble, une fois.',
  'rules.dice.text2':
    'La somme est votre vitesse. Le nombre de dés n’est pas limité. Sans dé, vous restez sur place et pouvez tourner ; c’est aussi un tour.',
  'rules.heading.title': 'Un tour : tourner et avancer',
  'rules.heading.text1':
    'Allez tout droit ou tournez de 60° à gauche ou à droite. Puis parcourez toute votre vitesse en ligne droite sur l’eau. Le bateau reste tourné dans le sens de sa course.',
  'rules.heading.text2':
    'Si le trajet entier tient dans une direction, il faut en prendre une telle. Seules la terre et les bouées bloquent.',
  'rules.crash.title': 'Accident et dégâts',
  'rules.crash.text1':
    'Si aucune direction n’est assez longue, c’est l’accident. Il faut prendre une direction avec le plus d’eau ; à égalité, vous choisissez. Vous recevez un marqueur de dégâts par case manquante et perdez tous vos dés.',
  'rules.crash.text2': 'Avec quatre marqueurs ou plus, le bateau coule et quitte cette course.',
  'rules.boats.title': 'Les autres bateaux',
  'rules.boats.text1': 'Vous pouvez traverser les cases des autres bateaux.',
  'rules.boats.text2':
    'Si vous deviez finir sur l’un d’eux, vous vous arrêtez sur la dernière case libre avant lui. Ce n’est pas un accident : aucun dégât, les dés restent. Lors d’un accident derrière un bateau, les dégâts se comptent d’après l’eau, comme si le bateau n’était pas là.',
  'rules.round.title': 'Contourner les bouées',
  'rules.round.text1':
    'Chaque bouée a une porte : une rangée de cases de la bouée jusqu’au bord du lac, même par-dessus les îles. Atteinte du bon côté, de près ou de loin, la bouée est contournée.',
  'rules.round.text2':
    'Repasser une porte en arrière l’annule. Si vous franchissez votre prochaine porte à l’envers, il faut d’abord revenir par elle avant qu’elle puisse compter.',
  'rules.finish.title': 'L’arrivée',
  'rules.finish.text1':
    'Après la bouée 3, qui atteint la ligne du côté de l’arrivée a fini. Le déplacement va à son terme : un accident derrière la ligne fait encore des dégâts, mais l’arrivée compte. Puis le bateau quitte le lac.',
  'rules.finish.text2':
    'Une course finit quand chaque bateau est arrivé ou a coulé. Si seules les places comptent, elle finit aussi quand tous sauf un sont arrivés.',
  'rules.points.title': 'Les points',
  'rules.points.text1':
    'La dernière place n’a rien, chaque place meilleure un de plus. La course B compte double, la course C triple. Qui a coulé n’a rien, sauf s’il était déjà arrivé.',
  'rules.points.text2':
    'Après la course C, le plus de points gagne. À égalité, la meilleure place de la dernière course décide.',
  'rules.points.players': 'Joueurs',
  'rules.points.place': 'Place',
  'rules.points.race': 'Course {letter}',
  'rules.turns.title': 'Les points selon les tours',
  'rules.turns.text1':
    'Toujours à deux, au choix à plus : qui est arrivé reçoit aussi un point par tour de moins que le dernier arrivé, et 5 points par bateau coulé. Ceux-ci ne sont ni doublés ni triplés.',
  'rules.turns.example':
    'Course {letter} à deux : Rouge met {fast} tours, Blanc {slow}. Rouge reçoit {first}, Blanc {second}.',
  'rules.repair.title': 'Réparer entre les courses',
  'rules.repair.text1':
    'Après une course, tout est réparé sauf un marqueur pour chaque course où le bateau a été endommagé. La course B commence donc avec zéro ou un marqueur, la course C avec zéro, un ou deux.',
  'rules.repair.example':
    'Rouge a été endommagé dans la course A. Dans la course B, il a maintenant {damage} marqueurs. Il commence la course C avec {keeps}.',
};
