// The player's settings, stored on this device if the browser allows it.
import { isLanguage, setLanguage, type Language } from '$lib/i18n/i18n.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
export const MOTIONS = ['system', 'full', 'none'] as const;
export const SPEEDS = ['calm', 'brisk', 'instant'] as const;

interface Kept {
  language: Language | 'system';
  theme: (typeof THEMES)[number];
  motion: (typeof MOTIONS)[number];
  speed: (typeof SPEEDS)[number];
  sound: boolean;
  /** Show chances in the hexes where the move may end. */
  numbers: boolean;
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
