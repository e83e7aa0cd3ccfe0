// An event, kept up to date by its socket.
import { locale, t } from '$lib/i18n/i18n.svelte';
import { ask } from '$lib/net/http';
import { Connection, type ConnectionState } from '$lib/net/socket';
import type { EventMessage, EventPerson, EventRound, EventTable, EventView, PlayerId } from '$lib/types';

export const eventPath = (id: string, rest = ''): string => `/api/events/${encodeURIComponent(id)}${rest}`;
export const personName = ({ name }: EventPerson): string => name || t('events.deleted');

/** Points of an event, with two digits after the point. */
export const points = (value: number): string =>
  value.toLocaleString(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export class LiveEvent {
  event = $state.raw<EventView | undefined>();
  state = $state<ConnectionState>('opening');
  missing = $state(false);
  private readonly connection: Connection<EventMessage>;

  constructor(readonly id: string) {
    this.connection = new Connection<EventMessage>({
      path: () => eventPath(id, '/socket'),
      hear: (message) => {
        if (message.type === 'event') this.event = message.event;
      },
      changed: (state) => (this.state = state),
      answers: ({ type }) => type === 'pong',
      failed: () => void this.find(),
      lenient: true,
    });
  }

  /** The socket can't say why it does not open. */
  private async find(): Promise<void> {
    const answer = await ask<EventView>('GET', eventPath(this.id));
    if (!answer.ok && answer.code === 'not-found') {
      this.missing = true;
      this.close();
    }
  }

  hurry(): void {
    this.connection.hurry();
  }

  close(): void {
    this.connection.close();
  }
}

export const isDone = ({ seats }: EventTable): boolean => seats.every(({ rank }) => rank !== null);

/** The number of a player's table in a round, from 1; 0 if there is none. */
export const tableOf = (round: EventRound | undefined, player: PlayerId | undefined): number =>
  (round?.tables.findIndex(({ seats }) => seats.some(({ person }) => person && person.player === player)) ??
    -1) + 1;
