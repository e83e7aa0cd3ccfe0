// The player's settings, stored on this device if the browser allows it.
import { isLanguage, setLanguage, type Language } from '$lib/i18n/i18n.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
export const MOTIONS = ['system', 'full', 'none'] as const;
export const SPEEDS = ['calm', 'brisk', 'instant'] as const;
export const TEXTS = ['normal', 'large', 'larger'] as const;

interface Kept {
  language: Language | 'system';
  theme: (typeof THEMES)[number];
  motion: (typeof MOTIONS)[number];
  speed: (typeof SPEEDS)[number];
  sound: boolean;
  /** Show chances in the hexes where the move may end. */
  numbers: boolean;
  /** Rivals say something now and then. */
  chatter: boolean;
  text: (typeof TEXTS)[number];
  /** A boat with one open direction goes by itself. */
  auto: boolean;
  /** Show tips during the first races. */
  coach: boolean;
  /** The tips that were understood. */
  coached: readonly string[];
  /** Sound was offered. */
  offered: boolean;
  /** How many races were raced to their end on this device. */
  raced: number;
  /** Show the letters and numbers of the hexes around the lake. */
  coordinates: boolean;
  /** The player's name. */
  name: string;
}

const KEY = 'powerboats.settings';
const plain: Kept = {
  language: 'system',
  theme: 'system',
  motion: 'system',
  speed: 'calm',
  sound: false,
  numbers: true,
  chatter: true,
  text: 'normal',
  auto: true,
  coach: true,
  coached: [],
  offered: false,
  raced: 0,
  coordinates: false,
  name: '',
};

function remembered(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return { ...plain, ...kept };
  } catch {
    return { ...plain };
  }
}

const asked = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches;

class Settings {
  kept = $state<Kept>(remembered());
  private systemDark = $state(asked('(prefers-color-scheme: dark)'));
  private systemStill = $state(asked('(prefers-reduced-motion: reduce)'));

  constructor() {
    if (typeof matchMedia !== 'function') return;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
      this.systemDark = event.matches;
    });
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (event) => {
      this.systemStill = event.matches;
    });
  }

  get dark(): boolean {
    return this.kept.theme === 'system' ? this.systemDark : this.kept.theme === 'dark';
  }

  /** No animation. */
  get still(): boolean {
    const still = this.kept.motion === 'system' ? this.systemStill : this.kept.motion === 'none';
    return still || this.kept.speed === 'instant';
  }

  /** The length of an animation, relative to the normal speed. */
  get tempo(): number {
    return this.kept.speed === 'brisk' ? 0.5 : 1;
  }

  /** The player is in the first races and wants tips. */
  get learner(): boolean {
    return this.kept.coach && this.kept.raced < 2;
  }

  /** The size of the text, relative to the normal size. */
  get textSize(): number {
    return { normal: 1, large: 1.15, larger: 1.3 }[this.kept.text];
  }

  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    this.kept[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Without storage the setting lasts until the page is closed.
    }
    if (name === 'language') this.speak();
  }

  /** Switches to the chosen language, or to the first of the browser's languages that we have. */
  speak(): Promise<void> {
    const wanted = this.kept.language === 'system' ? preferred() : this.kept.language;
    return setLanguage(wanted);
  }
}

/** The first of the browser's languages that we have. */
export function preferred(languages: readonly string[] = navigator.languages): Language {
  for (const tag of languages) {
    const base = tag.toLowerCase().split('-')[0] === 'zh' ? 'zh-Hant' : tag.toLowerCase().split('-')[0];
    if (base && isLanguage(base)) return base;
  }
  return 'en';
}

export const settings = new Settings();
