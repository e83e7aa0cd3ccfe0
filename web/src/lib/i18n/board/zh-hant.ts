// Traditional Chinese: signs and captions on the lake.
import type { Message } from '../i18n.svelte';
import type { boardEn } from './en';

export const boardZhHant: Record<keyof typeof boardEn, Message> = {
  'board.later': '顯示下一回合能到的地方',
  'settings.coordinates': '在湖泊四周顯示字母和數字',
  'legend.chance': '停在這裡的機率',
  'legend.finish': '到達終點：{chance}',
  'legend.crash': '撞擊：{chance}',
  'legend.sink': '沉沒：{chance}',
  'legend.later': '下一回合之後可能的位置',
  'ghost.crash': '撞擊',
  'ghost.sinks': '沉沒',
  'caption.crash': { other: '撞擊！受損 {n}' },
  'caption.sink': '{name}沉沒了！',
  'caption.round': '{name}繞過 {number} 號浮標',
  'caption.home': '{name}繞過 {number} 號浮標，衝向終點',
  'caption.overtake': '{name}超越{other}',
  'caption.finish': '{name}到達終點！第 {n} 名',
  'caption.exact': '分毫不差！',
  'caption.threes': '三個 3！',
  'caption.photo': '驚險的終點之爭！',
  'caption.last': '這一回合就能到達終點！',
};
