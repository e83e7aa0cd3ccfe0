// French: the people one knows: following, challenges; and one's own regatta on another device.
import type { Message } from '../i18n.svelte';
import type { peopleEn } from './en';

export const peopleFr: Record<keyof typeof peopleEn, Message> = {
  'friends.title': 'Joueurs que vous suivez',
  'friends.none': 'Vous ne suivez encore personne. Dans une régate, touchez l’étoile à côté d’un nom.',
  'friends.online': 'en ligne',
  'friends.offline': 'hors ligne',
  'friends.challenge': 'Défier',
  'friends.challenge.name': 'Défier {name}',
  'friends.follow.name': 'Suivre {name}',
  'friends.unfollow.name': 'Ne plus suivre {name}',
  'friends.followed': 'Vous suivez {name}.',
  'friends.unfollowed': 'Vous ne suivez plus {name}.',
  'visibility.label': 'Montrer que je suis en ligne aux joueurs qui me suivent',
  'visibility.text': 'Sans cela, ils vous voient toujours hors ligne.',
  'notice.challenge': '{name} vous défie pour une régate.',
  'notice.invited': 'On vous invite à une régate.',
  'notice.title': 'Défi',
  'notice.later': 'Décider plus tard',
  'notice.declined': 'Vous avez refusé.',
  'carry.title': 'Continuer sur un autre appareil',
  'carry.from': 'Continuer une régate depuis un autre appareil',
  'carry.text':
    'Vous recevez un code. Sur l’autre appareil, saisissez-le sous « Ouvrir une partie enregistrée ».',
  'carry.make': 'Obtenir un code',
  'carry.code.text': 'Saisissez ce code sur l’autre appareil, sous « Ouvrir une partie enregistrée » :',
  'carry.code.said': 'Le code est {code}.',
  'carry.code.left': 'Il sert une fois, encore {time}.',
  'carry.get': 'Continuer ici',
  'carry.get.label': 'Code de l’autre appareil',
  'carry.get.text':
    'Sur l’autre appareil, ouvrez la régate et choisissez « Continuer sur un autre appareil ».',
  'carry.unknown': 'Ce code est inconnu ou a déjà servi.',
};
