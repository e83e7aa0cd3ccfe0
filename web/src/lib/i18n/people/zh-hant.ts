// Traditional Chinese: the people one knows: following, challenges; and one's own regatta on another device.
import type { Message } from '../i18n.svelte';
import type { peopleEn } from './en';

export const peopleZhHant: Record<keyof typeof peopleEn, Message> = {
  'friends.title': '你關注的玩家',
  'friends.none': '你還沒有關注任何人。在比賽中點選玩家名字旁的星號。',
  'friends.online': '線上',
  'friends.offline': '離線',
  'friends.challenge': '挑戰',
  'friends.challenge.name': '挑戰{name}',
  'friends.follow.name': '關注{name}',
  'friends.unfollow.name': '取消關注{name}',
  'friends.followed': '你關注了{name}。',
  'friends.unfollowed': '你不再關注{name}。',
  'visibility.label': '讓關注我的玩家看到我在線上',
  'visibility.text': '關閉後，他們看到的你一直是離線。',
  'notice.challenge': '{name}向你挑戰，邀你比賽。',
  'notice.invited': '有人邀請你參加比賽。',
  'notice.title': '挑戰',
  'notice.later': '稍後決定',
  'notice.declined': '你拒絕了。',
  'carry.title': '在其他裝置上繼續',
  'carry.from': '繼續另一台裝置上的比賽',
  'carry.text': '你會得到一組代碼。在另一台裝置的「開啟遊戲紀錄」中輸入。',
  'carry.make': '取得代碼',
  'carry.code.text': '在另一台裝置的「開啟遊戲紀錄」中輸入這組代碼：',
  'carry.code.said': '代碼是 {code}。',
  'carry.code.left': '只能使用一次，剩餘 {time}。',
  'carry.get': '在這裡繼續',
  'carry.get.label': '另一台裝置的代碼',
  'carry.get.text': '在另一台裝置上開啟比賽，選擇「在其他裝置上繼續」。',
  'carry.unknown': '沒有這組代碼，或已經使用過了。',
};
