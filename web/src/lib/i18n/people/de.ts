// German: the people one knows: following, challenges; and one's own regatta on another device.
import type { Message } from '../i18n.svelte';
import type { peopleEn } from './en';

export const peopleDe: Record<keyof typeof peopleEn, Message> = {
  'friends.title': 'Spieler, denen du folgst',
  'friends.none': 'Du folgst noch niemandem. Tippe in einer Regatta auf den Stern neben einem Namen.',
  'friends.online': 'online',
  'friends.offline': 'offline',
  'friends.challenge': 'Herausfordern',
  'friends.challenge.name': '{name} herausfordern',
  'friends.follow.name': '{name} folgen',
  'friends.unfollow.name': '{name} nicht mehr folgen',
  'friends.followed': 'Du folgst {name}.',
  'friends.unfollowed': 'Du folgst {name} nicht mehr.',
  'visibility.label': 'Spielern, die mir folgen, zeigen, dass ich online bin',
  'visibility.text': 'Wenn du das ausschaltest, sehen sie dich immer als offline.',
  'notice.challenge': '{name} fordert dich zu einer Regatta heraus.',
  'notice.invited': 'Du bist zu einer Regatta eingeladen.',
  'notice.title': 'Herausforderung',
  'notice.later': 'Später entscheiden',
  'notice.declined': 'Du hast abgelehnt.',
  'carry.title': 'Auf einem anderen Gerät weiterspielen',
  'carry.from': 'Regatta von einem anderen Gerät fortsetzen',
  'carry.text':
    'Du bekommst einen Code. Gib ihn auf dem anderen Gerät unter „Gespeichertes Spiel öffnen“ ein.',
  'carry.make': 'Code holen',
  'carry.code.text': 'Gib diesen Code auf dem anderen Gerät unter „Gespeichertes Spiel öffnen“ ein:',
  'carry.code.said': 'Der Code ist {code}.',
  'carry.code.left': 'Er gilt einmal, noch {time}.',
  'carry.get': 'Hier weiterspielen',
  'carry.get.label': 'Code vom anderen Gerät',
  'carry.get.text':
    'Öffne die Regatta auf dem anderen Gerät und wähle „Auf einem anderen Gerät weiterspielen“.',
  'carry.unknown': 'Dieser Code ist unbekannt oder wurde schon benutzt.',
};
