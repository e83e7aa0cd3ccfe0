// German: signs and captions on the lake.
import type { Message } from '../i18n.svelte';
import type { boardEn } from './en';

export const boardDe: Record<keyof typeof boardEn, Message> = {
  'board.later': 'Zeigen, wohin dein nächster Zug führen kann',
  'settings.coordinates': 'Buchstaben und Zahlen um den See zeigen',
  'legend.chance': 'Chance, hier zu enden',
  'legend.finish': 'Ziel: {chance}',
  'legend.crash': 'Crash: {chance}',
  'legend.sink': 'Boot sinkt: {chance}',
  'legend.later': 'Nach deinem nächsten Zug möglich',
  'ghost.crash': 'Crash',
  'ghost.sinks': 'Sinkt',
  'caption.crash': { one: 'Crash! {n} Schadensmarker', other: 'Crash! {n} Schadensmarker' },
  'caption.sink': '{name} sinkt!',
  'caption.round': '{name} umfährt Boje {number}',
  'caption.home': '{name} umfährt Boje {number} und fährt zum Ziel',
  'caption.overtake': '{name} überholt {other}',
  'caption.finish': '{name} ist im Ziel! Platz {n}',
  'caption.exact': 'Haarscharf!',
  'caption.threes': 'Drei Dreien!',
  'caption.photo': 'Fotofinish!',
  'caption.last': 'In diesem Zug kannst du ins Ziel kommen!',
};
