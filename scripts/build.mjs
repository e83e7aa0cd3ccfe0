// Builds the web app and the program, several steps at a time, and says every few seconds how far it is.
// usage: node scripts/build.mjs play|release
//   play     quick to build: target/play/powerboats, which reads the web app from web/dist
//   release  tuned: target/release/powerboats, with the web app built in
// The output of a step is shown if it fails.
import { spawn } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = `${root}web`;
const EVERY = 5_000;

/** What each kind of build runs; a step waits for the steps it names. */
function steps(kind) {
  const quick = kind === 'play';
  // For trying out the steps in less time, scripts/fresh builds with cargo's profile `dev`, which tests have built.
  const profile = process.env.POWERBOATS_PLAY_PROFILE ?? 'play';
  const program = quick ? ['--profile', profile, '--no-default-features'] : ['--release'];
  return [
    {
      name: 'packages',
      title: 'installing the web packages',
      // `npm ci` would want packages of other platforms, which a mirror may lack.
      command: ['npm', 'install', '--no-save', '--no-progress'],
      cwd: web,
      done: packagesAreThere,
      after: touchPackages,
    },
    {
      name: 'rules',
      title: 'compiling the browser rules',
      command: ['node', 'scripts/wasm.mjs', ...(quick ? ['--quick'] : [])],
      cwd: web,
      needs: quick ? [] : ['packages'],
    },
    {
      name: 'app',
      title: 'building the web app',
      command: ['node', 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
      cwd: web,
      needs: ['packages', 'rules'],
    },
    {
      name: 'program',
      title: 'building the server',
      command: ['cargo', 'build', '-p', 'powerboats', ...program],
      cwd: root,
      needs: quick ? [] : ['app'],
    },
  ];
}

const lock = `${web}/package-lock.json`;
const installed = `${web}/node_modules/.package-lock.json`;

/** The same question that the Makefile asks. */
function packagesAreThere() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

function touchPackages() {
  utimesSync(installed, new Date(), new Date());
}

const began = Date.now();
const ago = (since) => {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** Cargo's progress bar, one line of its output: `Building [==>   ] 143/312: serde, syn`. */
const BAR = /\]\s+(\d+)\/(\d+)/;
/** What cargo says while all goes well. */
const CHATTER =
  /^\s*(Compiling|Building|Fresh|Fetch|Downloading|Downloaded|Updating|Locking|Blocking|Running|Finished)\b/;

/** Reads what a step prints: remembers how far it is, and keeps everything else in case it fails. */
function listen(step, stream) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split(/[\r\n]/);
    rest = lines.pop();
    for (const line of lines) note(step, line);
  });
  stream.on('end', () => note(step, rest));
}

// eslint-disable-next-line no-control-regex -- colours
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;

function note(step, line) {
  const plain = line.replace(COLOURS, '');
  const bar = BAR.exec(plain);
  if (bar) step.progress = `${bar[1]} of ${bar[2]} crates`;
  else if (/^\s*(Downloading|Updating|Fetch)\b/.test(plain)) step.progress = 'downloading crates';
  if (bar || CHATTER.test(plain) || !plain.trim()) return;
  step.said.push(line);
}

function start(step, finished) {
  step.began = Date.now();
  step.said = [];
  const env = { ...process.env, CARGO_TERM_PROGRESS_WHEN: 'always', CARGO_TERM_PROGRESS_WIDTH: '100' };
  if (process.stderr.isTTY) env.CARGO_TERM_COLOR ??= 'always';
  const [command, ...args] = step.command;
  step.child = spawn(command, args, {
    cwd: step.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  listen(step, step.child.stdout);
  listen(step, step.child.stderr);
  step.child.on('error', (error) => {
    step.said.push(`${command} can't be run (${error.code}): see make doctor`);
    finished(error.code);
  });
  step.child.on('close', (code, signal) => finished(code ?? signal));
}

/** Ends what still runs, with all that it started. */
function stop(all) {
  for (const { child, state } of all) {
    if (state === 'running' && child.pid) {
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // it has just ended
      }
    }
  }
}

function build(kind) {
  const all = steps(kind);
  const tag = (step) => `[${all.indexOf(step) + 1}/${all.length}]`;
  let failed = false;

  const tell = () => {
    const running = all.filter(({ state }) => state === 'running');
    const lines = running.map(
      (step) => `${tag(step)} ${step.title}${step.progress ? `: ${step.progress}` : ''}`,
    );
    console.log(`${lines.join(' · ')} (${ago(began)})`);
  };
  const status = setInterval(tell, EVERY);

  const finish = (step, code) => {
    if (failed) return;
    if (code !== 0) {
      failed = true;
      clearInterval(status);
      stop(all.filter((other) => other !== step));
      console.error(step.said.join('\n'));
      console.error(`${tag(step)} ${step.title}: failed (${code})`);
      process.exitCode = 1;
      return;
    }
    step.after?.();
    step.state = 'done';
    console.log(`${tag(step)} ${step.title}: done in ${ago(step.began)}`);
    next();
  };

  const next = () => {
    for (const step of all) {
      const ready = (step.needs ?? []).every(
        (name) => all.find((other) => other.name === name).state === 'done',
      );
      if (step.state || !ready) continue;
      if (step.done?.()) {
        step.state = 'done';
        next();
        return;
      }
      step.state = 'running';
      start(step, (code) => finish(step, code));
    }
    if (all.every(({ state }) => state === 'done')) {
      clearInterval(status);
      console.log(`built in ${ago(began)}`);
    }
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      failed = true;
      clearInterval(status);
      stop(all);
      process.exitCode = 130;
    });
  }
  next();
  if (all.some(({ state }) => state === 'running')) tell();
}

const [kind] = process.argv.slice(2);
if (kind === 'play' || kind === 'release') build(kind);
else {
  console.error('usage: node scripts/build.mjs play|release');
  process.exitCode = 2;
}
