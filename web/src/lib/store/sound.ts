// Sounds made by the page itself; silent until they are turned on.
import { settings } from './settings.svelte';

let context: AudioContext | undefined;

function audio(): AudioContext | undefined {
  if (!settings.kept.sound || typeof AudioContext === 'undefined') return undefined;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

function fade(audio: AudioContext, loud: number, seconds: number, at = audio.currentTime): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function filtered(audio: AudioContext, type: BiquadFilterType, frequency: number): BiquadFilterNode {
  const filter = audio.createBiquadFilter();
  filter.type = type;
  filter.frequency.value = frequency;
  return filter;
}

function burst(seconds: number, frequency: number, loud: number, delay = 0): void {
  const on = audio();
  if (!on) return;
  const at = on.currentTime + delay;
  const source = noise(on, seconds);
  source.connect(filtered(on, 'bandpass', frequency)).connect(fade(on, loud, seconds, at));
  source.start(at);
}

function tone(
  frequency: number,
  seconds: number,
  loud: number,
  delay = 0,
  type: OscillatorType = 'sine',
): void {
  const on = audio();
  if (!on) return;
  const at = on.currentTime + delay;
  const source = on.createOscillator();
  source.type = type;
  source.frequency.value = frequency;
  source.connect(fade(on, loud, seconds, at));
  source.start(at);
  source.stop(at + seconds);
}

export const sound = {
  dice(): void {
    for (let i = 0; i < 5; i += 1) burst(0.05, 2400 + 500 * Math.random(), 0.3, i * 0.09);
  },
  engine(seconds: number, speed: number): void {
    const on = audio();
    if (!on) return;
    const source = on.createOscillator();
    source.type = 'sawtooth';
    source.frequency.setValueAtTime(50 + 6 * speed, on.currentTime);
    source.frequency.linearRampToValueAtTime(80 + 12 * speed, on.currentTime + seconds * 0.5);
    source.frequency.linearRampToValueAtTime(45, on.currentTime + seconds);
    source.connect(filtered(on, 'lowpass', 420)).connect(fade(on, 0.12, seconds));
    source.start();
    source.stop(on.currentTime + seconds);
  },
  crash(): void {
    burst(0.35, 300, 0.8);
    burst(0.5, 1100, 0.3);
  },
  sink(): void {
    for (let i = 0; i < 8; i += 1) tone(220 + 240 * Math.random(), 0.12, 0.12, i * 0.12);
  },
  finish(): void {
    [523, 659, 784, 1047].forEach((note, i) => tone(note, 0.5, 0.16, i * 0.13, 'triangle'));
  },
  click(): void {
    tone(660, 0.06, 0.06);
  },
};
