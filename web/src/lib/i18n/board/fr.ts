// French: signs and captions on the lake.
import type { Message } from '../i18n.svelte';
import type { boardEn } from './en';

export const boardFr: Record<keyof typeof boardEn, Message> = {
  'board.later': 'Montrer où votre prochain tour peut vous mener',
  'settings.coordinates': 'Afficher les lettres et les chiffres autour du lac',
  'legend.chance': 'Chance de finir ici',
  'legend.finish': 'Arrivée : {chance}',
  'legend.crash': 'Accident : {chance}',
  'legend.sink': 'Le bateau coule : {chance}',
  'legend.later': 'Possible après votre prochain tour',
  'ghost.crash': 'Accident',
  'ghost.sinks': 'Coule',
  'caption.crash': {
    one: 'Accident ! {n} marqueur de dégâts',
    other: 'Accident ! {n} marqueurs de dégâts',
  },
  'caption.sink': '{name} coule !',
  'caption.round': '{name} contourne la bouée {number}',
  'caption.home': '{name} contourne la bouée {number} et vise l’arrivée',
  'caption.overtake': '{name} dépasse {other}',
  'caption.finish': '{name} franchit l’arrivée ! Place {n}',
  'caption.exact': 'Au plus juste !',
  'caption.threes': 'Trois 3 !',
  'caption.photo': 'Photo-finish !',
  'caption.last': 'L’arrivée est à portée dans ce tour !',
};
