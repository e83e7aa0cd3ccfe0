// A forgotten password: the link comes by mail, and sets a new one. The mail server is a small one of this test.
import { createServer, type Server as Listener } from 'node:net';
import { accessible, expect, fits, test } from './help';
import { name, PHONE, visitor } from './people';
import { Server } from './server';

/** Accepts mail and keeps it. */
class Mailbox {
  readonly mails: string[] = [];
  private readonly listener: Listener = createServer((socket) => {
    let [text, data] = ['', false];
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      text += bytes.toString();
      for (;;) {
        const end = text.indexOf(data ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (data ? 5 : 2));
        if (data) this.mails.push(line.replaceAll('=\r\n', ''));
        data = !data && /^DATA/i.test(line);
        socket.write(data ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((done) => this.listener.listen(0, '127.0.0.1', done));
    const address = this.listener.address();
    return `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }
  close(): void {
    this.listener.close();
  }
  /** What follows this text in the newest mail that contains it. */
  async after(text: string): Promise<string> {
    const found = (): string | undefined => this.mails.findLast((mail) => mail.includes(text));
    await expect.poll(found).toBeTruthy();
    return found()?.split(text)[1]?.slice(0, 32) ?? '';
  }
}

test('a player who has forgotten the password sets a new one with a link', async ({ browser }) => {
  const box = new Mailbox();
  const smtp = await box.open();
  const mail = ['--mail-from', 'Boats <boats@club.example>', '--public-url', 'http://boats.example'];
  const server = await Server.begin('--smtp', smtp, ...mail);
  try {
    const ada = await visitor(browser, server.address);
    await ada.goto('/me');
    await name(ada, 'Ada');
    const register = ada.getByTestId('register');
    await register.getByRole('textbox').first().fill('ada');
    await register.locator('input[type=password]').fill('correct horse');
    await register.getByRole('button').click();
    await expect(register).toHaveCount(0);
    await ada.goto('/settings');
    await ada.getByTestId('mail-address').fill('ada@club.example');
    await ada.getByTestId('mail-send').click();
    await expect(ada.getByTestId('mail-box')).toContainText('ada@club.example');
    await expect(ada.getByTestId('mail-box')).not.toContainText('does not answer');
    await ada.goto(`/confirm?code=${await box.after('/confirm?code=3D')}`);
    await expect(ada.getByTestId('confirmed')).toContainText('confirmed');

    const phone = await visitor(browser, server.address, PHONE);
    await phone.goto('/me');
    await phone.getByTestId('forgotten').locator('summary').click();
    const form = phone.getByTestId('forgot-mail');
    await form.locator('input').fill('ada@club.example');
    await accessible(phone);
    await fits(phone);
    await form.getByRole('button').click();
    await expect(form.getByRole('status')).toContainText('a mail is on its way');
    await phone.goto(`/reset#${await box.after('/reset#')}`);
    await phone.locator('input[type=password]').fill('another horse');
    await accessible(phone);
    await fits(phone);
    await phone.getByTestId('new-password').getByRole('button').click();
    await expect(phone.getByTestId('new-password').getByRole('status')).toContainText('Done.');
    await phone.getByTestId('to-sign-in').click();
    const door = phone.getByTestId('signin');
    await door.getByRole('textbox').first().fill('ada');
    await door.locator('input[type=password]').fill('another horse');
    await door.getByRole('button').click();
    await expect(phone.getByTestId('signin')).toHaveCount(0);
    // The other browser is signed out.
    await ada.goto('/me');
    await expect(ada.getByTestId('signin')).toBeVisible();
  } finally {
    await server.end();
    box.close();
  }
});
