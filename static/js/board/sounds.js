// Stone, wood, water and a gong, made from noise and tones when they are wanted: no files. Browsers
// let a page be heard after a gesture of its reader only; before one nothing is made.

/** @import { Plan } from "./plan.js" */

/** @typedef {"stone" | "wood" | "water" | "gong"} Sound */

/** @typedef {{ sound: Sound, at: number }} Cue `at`: milliseconds */

const STONE = /^[kwbg]\d+$/;

/**
 * What is heard of a plan, and when. A stone that lands on stone, or on wood; ships on the water; a
 * gong when the sun goes on.
 * @param {Plan} plan
 * @returns {Cue[]}
 */
export function cuesOf({ phases }) {
  /** @type {Cue[]} */
  const cues = [];
  for (const { kind, key, start, duration, copy } of phases) {
    const at = start + duration * 0.85;
    if (kind === "unload") cues.push({ sound: "stone", at });
    else if (kind === "card") cues.push({ sound: "wood", at });
    else if (kind === "glide" && key.startsWith("ship")) cues.push({ sound: "water", at: start });
    else if (kind === "travel" && key === "sun") cues.push({ sound: "gong", at: start });
    else if (kind === "travel" && key === "ship1") cues.push({ sound: "water", at: start });
    else if (kind === "travel" && STONE.test(key) && !copy) cues.push({ sound: "wood", at });
    else if (kind === "appear" && STONE.test(key)) cues.push({ sound: "wood", at: start });
  }
  return thinned(cues);
}

/**
 * Of sounds of a kind that fall together one is heard.
 * @param {Cue[]} cues
 */
function thinned(cues) {
  /** @type {Map<Sound, number>} */
  const last = new Map();
  return cues.sort((one, other) => one.at - other.at).filter(({ sound, at }) => {
    const fresh = at - (last.get(sound) ?? -Infinity) > 60;
    if (fresh) last.set(sound, at);
    return fresh;
  });
}

export class Sounds {
  wanted = false;
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

  /** The reader switches them: that is a gesture. @param {boolean} wanted */
  want(wanted) {
    this.wanted = wanted;
    this.unlock();
    if (wanted) this.play([{ sound: "stone", at: 0 }]);
    else this.stop();
  }

  unlock() {
    if (!this.wanted || this.context) return;
    this.context = new AudioContext();
  }

  /** @param {Cue[]} cues */
  play(cues) {
    const { context } = this;
    if (!this.wanted || !context) return;
    this.stop();
    for (const { sound, at } of cues) this.make(context, sound, context.currentTime + at / 1000);
  }

  stop() {
    for (const source of this.playing) source.stop();
    this.playing = [];
  }

  /**
   * @param {AudioContext} context
   * @param {Sound} sound
   * @param {number} at seconds, as the context counts
   */
  make(context, sound, at) {
    switch (sound) {
      case "stone":
        this.rush(context, at, { from: 1400, to: 700, loud: 0.22, long: 0.07 });
        this.tone(context, at, { from: 190, to: 95, loud: 0.3, long: 0.12 });
        break;
      case "wood":
        this.rush(context, at, { from: 900, to: 500, loud: 0.12, long: 0.05 });
        this.tone(context, at, { from: 420, to: 300, loud: 0.16, long: 0.08 });
        break;
      case "water":
        this.rush(context, at, { from: 420, to: 800, loud: 0.1, long: 0.75, soft: 0.25 });
        break;
      default:
        for (const [high, loud] of [[98, 0.22], [147, 0.13], [233, 0.09], [351, 0.05]]) {
          this.tone(context, at, { from: high, to: high * 0.99, loud, long: 2.4 });
        }
    }
  }

  /**
   * @param {AudioContext} context
   * @param {number} at
   * @param {{ from: number, to: number, loud: number, long: number }} how hertz, loudness, seconds
   */
  tone(context, at, { from, to, loud, long }) {
    const source = new OscillatorNode(context, { type: "sine", frequency: from });
    source.frequency.exponentialRampToValueAtTime(to, at + long);
    this.start(context, source, source, { at, loud, long, soft: 0.004 });
  }

  /**
   * Noise within a band.
   * @param {AudioContext} context
   * @param {number} at
   * @param {{ from: number, to: number, loud: number, long: number, soft?: number }} how
   */
  rush(context, at, { from, to, loud, long, soft = 0.003 }) {
    const source = new AudioBufferSourceNode(context, { buffer: this.hiss(context), loop: true });
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: 1.2 });
    band.frequency.exponentialRampToValueAtTime(to, at + long);
    source.connect(band);
    this.start(context, source, band, { at, loud, long, soft });
  }

  /**
   * @param {AudioContext} context
   * @param {AudioScheduledSourceNode} source
   * @param {AudioNode} last
   * @param {{ at: number, loud: number, long: number, soft: number }} how
   */
  start(context, source, last, { at, loud, long, soft }) {
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + soft);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + soft + long);
    last.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + soft + long + 0.05);
    this.playing.push(source);
  }

  /** @param {AudioContext} context */
  hiss(context) {
    if (!this.noise) {
      const { sampleRate } = context;
      this.noise = new AudioBuffer({ length: sampleRate / 2, sampleRate });
      const samples = this.noise.getChannelData(0);
      for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
    }
    return this.noise;
  }
}
