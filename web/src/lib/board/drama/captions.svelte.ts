// The captions on the lake: short texts at a boat that go away by themselves.
import { nameOf, type Seat } from '$lib/game/host';
import { t } from '$lib/i18n/i18n.svelte';
import type { Color } from '$lib/types';
import type { Point } from '../camera/viewport.svelte';
import type { Moment } from './moments';

export interface Caption {
  id: number;
  kind: Moment['kind'];
  color: Color;
  lines: string[];
  at: Point;
}

/** How long a caption stays, in milliseconds. */
const STAYS = 1200;
const FINISH_STAYS = 1800;

/** A moment in words. */
export function captionText(moment: Moment, color: Color, seats: readonly Seat[]): string {
  const name = nameOf(seats, color);
  switch (moment.kind) {
    case 'crash':
      return t('caption.crash', { n: moment.damage });
    case 'sink':
      return t('caption.sink', { name });
    case 'round':
      return t(moment.buoy === 3 ? 'caption.home' : 'caption.round', { name, number: String(moment.buoy) });
    case 'overtake':
      return t('caption.overtake', { name, other: nameOf(seats, moment.whom) });
    case 'finish':
      return t('caption.finish', { name, n: moment.place });
    case 'exact':
    case 'threes':
    case 'photo':
    case 'last':
      return t(`caption.${moment.kind}`);
  }
}

/** The caption that is shown now. A new one replaces it. */
export class Captions {
  shown = $state.raw<Caption | undefined>();
  private last = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(moments: readonly Moment[], color: Color, at: Point, seats: readonly Seat[]): void {
    const kind = moments[0]?.kind;
    if (!kind) return;
    const lines = moments.slice(0, 2).map((moment) => captionText(moment, color, seats));
    this.last += 1;
    this.shown = { id: this.last, kind, color, lines, at };
    clearTimeout(this.timer);
    const stays = kind === 'finish' || kind === 'photo' ? FINISH_STAYS : STAYS;
    this.timer = setTimeout(() => (this.shown = undefined), stays);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.shown = undefined;
  }
}
