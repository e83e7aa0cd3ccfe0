// Builds the web app and the program, with independent steps in parallel, and reports progress every few seconds.
// usage: node scripts/build.mjs play|release
//   play     builds target/play/powerboats, which compiles fast and reads the web app from web/dist
//   release  builds target/release/powerboats, which runs fast and embeds the web app
// The output of a step is printed only if the step fails.
import { spawn } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = `${root}web`;
const REPORT_INTERVAL = 5_000;

/** The steps of a build. A step waits for the steps in its `needs`. */
function steps(kind) {
  const quick = kind === 'play';
  // scripts/fresh --quick uses cargo's profile `dev`, because the tests have already compiled its dependencies.
  const profile = process.env.POWERBOATS_PLAY_PROFILE ?? 'play';
  const program = quick ? ['--profile', profile] : ['--release', '--features', 'jemalloc'];
  return [
    {
      name: 'packages',
      title: 'installing the web packages',
      // Not `npm ci`: it also fetches packages for other platforms, which a mirror may lack.
      command: ['npm', 'install', '--no-save', '--no-progress'],
      cwd: web,
      done: packagesAreInstalled,
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

/** Whether the packages are up to date. The Makefile compares the same files. */
function packagesAreInstalled() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

function touchPackages() {
  utimesSync(installed, new Date(), new Date());
}

const began = Date.now();
const elapsed = (since) => {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** Matches cargo's progress bar: `Building [==>   ] 143/312: serde, syn`. */
const PROGRESS_BAR = /\]\s+(\d+)\/(\d+)/;
/** Matches cargo's status lines, which are not worth showing after a failure. */
const STATUS_LINE =
  /^\s*(Compiling|Building|Fresh|Fetch|Downloading|Downloaded|Updating|Locking|Blocking|Running|Finished)\b/;

/** Reads the output of a step: notes its progress, and keeps the rest in case the step fails. */
function readOutput(step, stream) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split(/[\r\n]/);
    rest = lines.pop();
    for (const line of lines) readLine(step, line);
  });
  stream.on('end', () => readLine(step, rest));
}

// eslint-disable-next-line no-control-regex -- escape codes of colours
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;

function readLine(step, line) {
  const plain = line.replace(COLOURS, '');
  const bar = PROGRESS_BAR.exec(plain);
  if (bar) step.progress = `${bar[1]} of ${bar[2]} crates`;
  else if (/^\s*(Downloading|Updating|Fetch)\b/.test(plain)) step.progress = 'downloading crates';
  if (bar || STATUS_LINE.test(plain) || !plain.trim()) return;
  step.output.push(line);
}

function start(step, finished) {
  step.began = Date.now();
  step.output = [];
  const env = { ...process.env, CARGO_TERM_PROGRESS_WHEN: 'always', CARGO_TERM_PROGRESS_WIDTH: '100' };
  if (process.stderr.isTTY) env.CARGO_TERM_COLOR ??= 'always';
  const [command, ...args] = step.command;
  step.child = spawn(command, args, {
    cwd: step.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  readOutput(step, step.child.stdout);
  readOutput(step, step.child.stderr);
  step.child.on('error', (error) => {
    step.output.push(`cannot run ${command} (${error.code}): run make doctor to see what is missing`);
    finished(error.code);
  });
  step.child.on('close', (code, signal) => finished(code ?? signal));
}

/** Stops all running steps and the processes they started. */
function stop(all) {
  for (const { child, state } of all) {
    if (state === 'running' && child.pid) {
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // it has already exited
      }
    }
  }
}

function build(kind) {
  const all = steps(kind);
  const tag = (step) => `[${all.indexOf(step) + 1}/${all.length}]`;
  let failed = false;

  const report = () => {
    const running = all.filter(({ state }) => state === 'running');
    const lines = running.map(
      (step) => `${tag(step)} ${step.title}${step.progress ? `: ${step.progress}` : ''}`,
    );
    console.log(`${lines.join(' · ')} (${elapsed(began)})`);
  };
  const status = setInterval(report, REPORT_INTERVAL);

  const finish = (step, code) => {
    if (failed) return;
    if (code !== 0) {
      failed = true;
      clearInterval(status);
      stop(all.filter((other) => other !== step));
      console.error(step.output.join('\n'));
      console.error(`${tag(step)} ${step.title}: failed (${code})`);
      process.exitCode = 1;
      return;
    }
    step.after?.();
    step.state = 'done';
    console.log(`${tag(step)} ${step.title}: done in ${elapsed(step.began)}`);
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
      console.log(`built in ${elapsed(began)}`);
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
  if (all.some(({ state }) => state === 'running')) report();
}

const [kind] = process.argv.slice(2);
if (kind === 'play' || kind === 'release') build(kind);
else {
  console.error('usage: node scripts/build.mjs play|release');
  process.exitCode = 2;
}
