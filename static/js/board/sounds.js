// Stone, wood, water and a gong, made from noise and tones when they are wanted: no files. Browsers
// let a page be heard after a gesture of its reader only; before one nothing is made.

/** @import { Plan } from "./plan.js" */

/** @typedef {"stone" | "wood" | "water" | "gong"} Sound */

/** @typedef {{ sound: Sound, at: number }} Cue `at`: milliseconds */

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
      this.make(context, sound, context.currentTime + time / 1000);
    }
  }

  stop() {
    for (const source of this.playing) source.stop();
    this.playing = [];
  }

  /**
   * @param {AudioContext} context
   * @param {Sound} sound
   * @param {number} time seconds, as the context counts
   */
  make(context, sound, time) {
    switch (sound) {
      case "stone":
        this.rush(context, time, { from: 1400, to: 700, loud: 0.22, long: 0.07 });
        this.tone(context, time, { from: 190, to: 95, loud: 0.3, long: 0.12 });
        break;
      case "wood":
        this.rush(context, time, { from: 900, to: 500, loud: 0.12, long: 0.05 });
        this.tone(context, time, { from: 420, to: 300, loud: 0.16, long: 0.08 });
        break;
      case "water":
        this.rush(context, time, { from: 420, to: 800, loud: 0.1, long: 0.75, soft: 0.25 });
        break;
      default:
        for (const [high, loud] of [[98, 0.22], [147, 0.13], [233, 0.09], [351, 0.05]]) {
          this.tone(context, time, { from: high, to: high * 0.99, loud, long: 2.4 });
        }
    }
  }

  /**
   * @param {AudioContext} context
   * @param {number} time
   * @param {{ from: number, to: number, loud: number, long: number }} how hertz, loudness, seconds
   */
  tone(context, time, { from, to: endPitch, loud, long }) {
    const source = new OscillatorNode(context, { type: "sine", frequency: from });
    source.frequency.exponentialRampToValueAtTime(endPitch, time + long);
    this.start(context, source, source, { at: time, loud, long, soft: 0.004 });
  }

  /**
   * Noise within a band.
   * @param {AudioContext} context
   * @param {number} time
   * @param {{ from: number, to: number, loud: number, long: number, soft?: number }} how
   */
  rush(context, time, { from, to: endPitch, loud, long, soft = 0.003 }) {
    const source = new AudioBufferSourceNode(context, { buffer: this.hiss(context), loop: true });
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: 1.2 });
    band.frequency.exponentialRampToValueAtTime(endPitch, time + long);
    source.connect(band);
    this.start(context, source, band, { at: time, loud, long, soft });
  }

  /**
   * @param {AudioContext} context
   * @param {AudioScheduledSourceNode} source
   * @param {AudioNode} last
   * @param {{ at: number, loud: number, long: number, soft: number }} how
   */
  start(context, source, last, { at: time, loud, long, soft }) {
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0.0001, time);
    gain.gain.exponentialRampToValueAtTime(loud, time + soft);
    gain.gain.exponentialRampToValueAtTime(0.0001, time + soft + long);
    last.connect(gain).connect(context.destination);
    source.start(time);
    source.stop(time + soft + long + 0.05);
    this.playing.push(source);
  }

  /** @param {AudioContext} context */
  hiss(context) {
    if (!this.noise) {
      const { sampleRate } = context;
      this.noise = new AudioBuffer({ length: sampleRate / 2, sampleRate });
      const samples = this.noise.getChannelData(0);
      for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
    }
    return this.noise;
  }
}
