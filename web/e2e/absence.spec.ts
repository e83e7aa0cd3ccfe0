// Players who are late, absent or done: everyone is told, and no regatta is blocked.
import type { Page } from '@playwright/test';
import { accessible, decide, expect, fast, fits, steer, test } from './help';
import { begins, joins, log, mover, opens, out, PHONE, sail, visitor } from './people';

/** Decides for this player whenever it is their turn, until something is visible. */
async function racesUntil(page: Page, seen: ReturnType<Page['locator']>): Promise<void> {
  await expect(async () => {
    if (await seen.isVisible()) return;
    if (await page.getByTestId('steer-straight').isVisible()) await steer(page).catch(() => undefined);
    const go = page.locator('[data-testid=go]:not([aria-disabled=true])');
    if (await go.isVisible()) await go.click({ timeout: 1000 }).catch(() => undefined);
    await expect(seen).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 150_000, intervals: [200] });
}

// First, because it takes longest.
test('when the host is away, another player becomes the host', async ({ browser, server }) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  const address = await opens(ada, 'Ada', { seats: 3 });
  await joins(bo, address);
  await expect(bo.getByTestId('seat-white')).toContainText(/Bo(?!sun)/);
  await expect(bo.getByTestId('start')).toHaveCount(0);
  await ada.close();
  // The server grants it after two minutes of absence.
  const take = bo.getByTestId('take-host');
  await take.waitFor({ timeout: 180_000 });
  await expect(bo.getByTestId('hostless')).toContainText('The host is not connected.');
  await accessible(bo);
  await fits(bo);
  await take.click();
  await expect(bo.getByTestId('start')).toBeVisible();
  await expect(bo.getByTestId('hostless')).toHaveCount(0);
});

test('time-outs and a take-over are told in the fleet and in the log, until the player is back', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await begins(ada, bo, await opens(ada, 'Ada', { own: ['6', '0'] }));
  // A first placing has a minute, because players may still be arriving.
  await expect(ada.getByTestId('countdown')).toContainText(/[01]:\d\d/);
  const note = ada.getByTestId('note-white');
  // The first time-out is told until Bo decides again, not only while the stand-in moves.
  const late = note.filter({ hasText: 'Out of time: a computer player plays for Bo.' });
  await racesUntil(ada, late);
  await expect(bo.getByTestId('late')).toContainText('Your time was up');
  await accessible(bo);
  await fits(bo);
  await bo.screenshot({ path: 'screens/online-10-late-phone-dark.png' });
  await ada.screenshot({ path: 'screens/online-10-late-desk-light.png' });
  await racesUntil(ada, note.filter({ hasText: 'until Bo is back' }));
  await expect(bo.getByTestId('away')).toBeVisible();
  await accessible(ada);
  await accessible(bo);
  await fits(bo);
  await bo.screenshot({ path: 'screens/online-10-away-phone-dark.png' });
  await ada.screenshot({ path: 'screens/online-10-away-desk-light.png' });
  await bo.getByTestId('back').click();
  await expect(bo.getByTestId('away')).toHaveCount(0);
  await expect(note).toHaveCount(0);
  const lines = await log(ada);
  await expect(lines).toContainText('Bo ran out of time. A computer player plays this turn.');
  await expect(lines).toContainText('Bo ran out of time again. A computer player plays until Bo is back.');
  await expect(lines).toContainText('Bo is back.');
});

test('not connected: told with the time, and the others may vote for a computer player', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address);
  const address = await opens(ada, 'Ada');
  await begins(ada, bo, address);
  await expect(ada.locator('[data-presence=here]').first()).toBeVisible();
  await bo.close();
  const gone = ada.getByTestId('absent-white');
  await expect(gone).toContainText('Bo has not been connected for 0:');
  await expect(ada.locator('[data-presence=gone]').first()).toBeVisible();
  await accessible(ada);
  await ada.setViewportSize({ width: 390, height: 844 });
  await fits(ada);
  await ada.screenshot({ path: 'screens/online-11-absent-phone-light.png' });
  await ada.getByTestId('replace-white').click({ timeout: 60_000 });
  await expect(gone).toHaveCount(0);
  await ada.setViewportSize({ width: 1280, height: 800 });
  await expect(ada.getByTestId('note-white')).toContainText('A computer player plays until Bo is back.');
});

test('a pause that all agree to, and going on', async ({ browser, server }) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await begins(ada, bo, await opens(ada, 'Ada', { clock: '60' }));
  await sail([ada, bo], 2);
  await out(ada, 'pause');
  const vote = bo.getByTestId('vote-pause');
  await expect(vote).toContainText('Pause the regatta?');
  await expect(vote).toContainText('Agreed: Ada');
  await accessible(bo);
  await fits(bo);
  await bo.screenshot({ path: 'screens/online-12-vote-phone-dark.png' });
  await vote.getByTestId('vote-agree').click();
  for (const page of [ada, bo]) {
    await expect(page.getByTestId('paused')).toContainText('agreed to pause');
    await expect(page.getByTestId('countdown')).toHaveCount(0);
    // The dock asks for nothing until the regatta goes on.
    await expect(page.locator('button.main')).toHaveText('Paused');
    await expect(page.locator('button.main')).toBeDisabled();
  }
  await accessible(ada);
  await ada.screenshot({ path: 'screens/online-13-paused-desk-light.png' });
  await bo.screenshot({ path: 'screens/online-13-paused-phone-dark.png' });
  await bo.getByTestId('resume').click();
  for (const page of [ada, bo]) {
    await expect(page.getByTestId('paused')).toHaveCount(0);
    await expect(page.getByTestId('countdown')).toBeVisible();
  }
  await sail([ada, bo], 1);
});

test('ready between two races, with a limit', async ({ browser, server }) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await begins(ada, bo, await opens(ada, 'Ada', { races: '2' }));
  // A computer player races for Ada, while Bo makes the first choice that is offered.
  await out(ada, 'leave');
  await racesUntil(bo, bo.getByTestId('race-end'));
  await ada.getByRole('button', { name: 'Look at the lake' }).click();
  await ada.getByTestId('back').click();
  await expect(ada.getByTestId('break')).toContainText(/[01]:\d\d/);
  await expect(ada.getByTestId('break')).toContainText('Bo not ready yet');
  await accessible(ada);
  await ada.screenshot({ path: 'screens/online-14-break-desk-light.png' });
  await bo.screenshot({ path: 'screens/online-14-break-phone-dark.png' });
  await bo.getByTestId('next-race').click();
  await expect(ada.getByTestId('break')).toContainText('Bo ✓ ready');
  await ada.getByTestId('next-race').click();
  for (const page of [ada, bo]) await expect(page.getByTestId('break')).toHaveCount(0);
  await sail([ada, bo], 1);
});

test('resigning asks first; the rematch is offered to all and starts when accepted', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await begins(ada, bo, await opens(ada, 'Ada'));
  await sail([ada, bo], 2);
  while ((await mover(ada, bo)) === bo) await decide(bo);
  await out(bo, 'resign');
  for (const page of [ada, bo]) await expect(page.getByTestId('race-end')).toBeVisible();
  await expect(ada.getByTestId('ended')).toContainText('resigned');
  // Whoever is left has won.
  await expect(ada.getByTestId('race-end')).toContainText('You won!');
  await expect(bo.getByTestId('race-end')).toContainText('Ada won the regatta!');
  await accessible(ada);
  await accessible(bo);
  await fits(bo);
  await ada.getByTestId('rematch').click();
  await expect(ada.getByTestId('seat-red')).toContainText('ready');
  await expect(ada.getByTestId('seat-white')).toContainText(/Bo(?!sun)/);
  await accessible(ada);
  await ada.screenshot({ path: 'screens/online-15-rematch-desk-light.png' });
  await expect(bo.getByTestId('rematch-offered')).toBeVisible();
  await bo.screenshot({ path: 'screens/online-15-rematch-phone-dark.png' });
  await bo.getByTestId('to-rematch').click();
  for (const page of [ada, bo]) await expect(page.getByTestId('quay-title')).toBeVisible({ timeout: 30_000 });
});

test('an agreed end, and stopping without a result', async ({ browser, server }) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  for (const way of ['end', 'abandon'] as const) {
    const address = await opens(ada, 'Ada');
    await begins(ada, bo, address);
    await out(bo, way);
    await ada.getByTestId(`vote-${way}`).getByTestId('vote-agree').click();
    for (const page of [ada, bo]) await expect(page.getByTestId('ended')).toContainText('The players agreed');
  }
  await expect(ada.getByTestId('race-end')).toContainText('without a result');
});

/** Waits in the page until it is the player's turn to choose dice. Returns the seconds on the clock and the reserves at that moment. */
const clockWhenAsked = (page: Page): Promise<{ seconds: number; reserves: string }> =>
  page.evaluate(
    () =>
      new Promise((asked) => {
        const text = (name: string) => document.querySelector(`[data-testid=${name}]`)?.textContent ?? '';
        const look = new MutationObserver(() => {
          if (text('quay-title') !== 'Your turn: choose your dice') return;
          look.disconnect();
          // What the page draws in the same frame is there after the next one.
          requestAnimationFrame(() => {
            const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text('countdown')) ?? [];
            asked({ seconds: Number(minutes) * 60 + Number(seconds), reserves: text('banks') });
          });
        });
        look.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );

test('a clock starts when its player can act, however long the rivals’ moves are shown', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address, {
    ...PHONE,
    settings: { ...fast, speed: 'calm', motion: 'full' },
  });
  await opens(ada, 'Ada', { seats: 4, pilots: 'rookie', own: ['10', '1'] });
  await ada.getByTestId('ready').click();
  const [title, go] = [
    ada.getByTestId('quay-title'),
    ada.locator('[data-testid=go]:not([aria-disabled=true])'),
  ];
  await mover(ada);
  await go.click();
  await expect(title).toHaveText('Your turn: choose your dice', { timeout: 60_000 });
  await go.click();
  await expect(title).toHaveText('Choose a direction');
  await steer(ada);
  const from = Date.now();
  const asked = clockWhenAsked(ada);
  await go.click();
  const { seconds, reserves } = await asked;
  // Three rivals' moves were shown meanwhile. They would have left less time than this.
  expect(Date.now() - from).toBeGreaterThan(4000);
  expect(seconds).toBeGreaterThan(6);
  expect(reserves).toContain('1:00');
});

test('when everybody is away the regatta pauses, and goes on when somebody is back', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address, PHONE);
  const address = await opens(ada, 'Ada', { pilots: 'rookie', title: 'A pause for coffee' });
  await ada.getByTestId('ready').click();
  await mover(ada);
  const shown = (await ada.getByTestId('table').getAttribute('data-shown')) ?? '';
  const eve = await visitor(browser, server.address);
  await eve.goto('/lobby');
  const card = eve.getByTestId('regatta').filter({ hasText: 'A pause for coffee' });
  await expect(card).toBeVisible();
  await ada.goto('/about');
  await expect(card).toContainText('paused', { timeout: 60_000 });
  await card.click();
  await expect(eve.getByTestId('paused')).toContainText('Nobody was here, so the regatta is paused.');
  await accessible(eve);
  await ada.goto(address);
  await expect(ada.getByTestId('go')).toBeVisible();
  await expect(eve.getByTestId('paused')).toHaveCount(0);
  // Nobody has played for her.
  await expect(ada.getByTestId('table')).toHaveAttribute('data-shown', shown);
  await expect(await log(ada)).toContainText('Nobody was here, so the regatta is paused.');
});
