// Stone, wood, water and a gong, made from noise and tones when they are wanted: no files. Browsers
// let a page be heard after a gesture of its reader only; before one nothing is made.

/** @import { Plan } from "./plan.js" */

/** @typedef {"stone" | "wood" | "water" | "gong"} Sound */

/** @typedef {{ sound: Sound, at: number }} Cue `at`: milliseconds */

/**
 * A tone, or a band of noise: hertz from beginning to end, loudness, seconds.
 * @typedef {{ noise?: boolean, from: number, to: number, loud: number, long: number,
 *   soft?: number }} Part
 */

/** @type {Record<Sound, Part[]>} */
const SOUNDS = {
  stone: [
    { noise: true, from: 1400, to: 700, loud: 0.22, long: 0.07 },
    { from: 190, to: 95, loud: 0.3, long: 0.12 },
  ],
  wood: [
    { noise: true, from: 900, to: 500, loud: 0.12, long: 0.05 },
    { from: 420, to: 300, loud: 0.16, long: 0.08 },
  ],
  water: [{ noise: true, from: 420, to: 800, loud: 0.1, long: 0.75, soft: 0.25 }],
  gong: [[98, 0.22], [147, 0.13], [233, 0.09], [351, 0.05]].map(
    ([high, loud]) => ({ from: high, to: high * 0.99, loud, long: 2.4 }),
  ),
};

const STONE = /^[kwbg]\d+$/;

/** Sounds and times of a plan: stone, wood, water, a gong. @param {Plan} plan */
export function planCues({ phases }) {
  /** @type {Cue[]} */
  const cues = [];
  for (const { kind, key, start, duration, copy } of phases) {
    const time = start + duration * 0.85;
    if (kind === "unload") cues.push({ sound: "stone", at: time });
    else if (kind === "card") cues.push({ sound: "wood", at: time });
    else if (kind === "glide" && key.startsWith("ship")) cues.push({ sound: "water", at: start });
    else if (kind === "travel" && key === "sun") cues.push({ sound: "gong", at: start });
    else if (kind === "travel" && key === "ship1") cues.push({ sound: "water", at: start });
    else if (kind === "travel" && STONE.test(key) && !copy) cues.push({ sound: "wood", at: time });
    else if (kind === "appear" && STONE.test(key)) cues.push({ sound: "wood", at: start });
  }
  return thinned(cues);
}

/** Drop sounds of a kind that fall together with another. @param {Cue[]} cues */
function thinned(cues) {
  /** @type {Map<Sound, number>} */
  const last = new Map();
  return cues.sort((cue, other) => cue.at - other.at).filter(({ sound, at: time }) => {
    const fresh = time - (last.get(sound) ?? -Infinity) > 60;
    if (fresh) last.set(sound, time);
    return fresh;
  });
}

export class Sounds {
  enabled = false;
  /** @type {AudioContext | undefined} */
  context = undefined;
  /** @type {AudioBuffer | undefined} */
  noise = undefined;
  /** @type {AudioScheduledSourceNode[]} */
  playing = [];

  constructor() {
    for (const gesture of ["pointerdown", "keydown"]) {
      document.addEventListener(gesture, () => this.unlock(), { capture: true });
    }
  }

  /** The reader switches them: that is a gesture. @param {boolean} enabled */
  setEnabled(enabled) {
    this.enabled = enabled;
    this.unlock();
    if (enabled) this.play([{ sound: "stone", at: 0 }]);
    else this.stop();
  }

  unlock() {
    if (!this.enabled || this.context) return;
    this.context = new AudioContext();
  }

  /** @param {Cue[]} cues */
  play(cues) {
    const { context } = this;
    if (!this.enabled || !context) return;
    this.stop();
    for (const { sound, at: time } of cues) {
      for (const part of SOUNDS[sound]) {
        this.start(context, part, context.currentTime + time / 1000);
      }
    }
  }

  stop() {
    for (const source of this.playing) source.stop();
    this.playing = [];
  }

  /** @param {AudioContext} context @param {Part} part @param {number} time of the context */
  start(context, { noise, from, to: end, loud, long, soft = noise ? 0.003 : 0.004 }, time) {
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0.0001, time);
    gain.gain.exponentialRampToValueAtTime(loud, time + soft);
    gain.gain.exponentialRampToValueAtTime(0.0001, time + soft + long);
    const pitched = noise
      ? new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: 1.2 })
      : new OscillatorNode(context, { type: "sine", frequency: from });
    pitched.frequency.exponentialRampToValueAtTime(end, time + long);
    pitched.connect(gain).connect(context.destination);
    const source = pitched instanceof OscillatorNode ? pitched : this.hiss(context);
    if (source !== pitched) source.connect(pitched);
    source.start(time);
    source.stop(time + soft + long + 0.05);
    this.playing.push(source);
  }

  /** A source of noise. @param {AudioContext} context */
  hiss(context) {
    if (!this.noise) {
      const { sampleRate } = context;
      this.noise = new AudioBuffer({ length: sampleRate / 2, sampleRate });
      const samples = this.noise.getChannelData(0);
      for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
    }
    return new AudioBufferSourceNode(context, { buffer: this.noise, loop: true });
  }
}
