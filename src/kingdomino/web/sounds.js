// Sounds, made in the browser. They are off until somebody switches them on.

import { recall, remember } from "./preferences.js";

/** @type {AudioContext | null} */
let context = null;

/** Whether sounds are on. */
export function isSoundOn() {
  return recall("sound", "off") === "on";
}

/**
 * Switch sounds on or off.
 *
 * @returns {boolean} whether they are on now
 */
export function switchSound() {
  const on = !isSoundOn();
  remember("sound", on ? "on" : "off");
  if (on) playSound("claim");
  return on;
}

/** Notes of each sound: pitch in Hz, when it starts and how long it rings, in seconds. */
const SOUNDS = {
  place: [[150, 0, 0.09], [95, 0.015, 0.12]],
  claim: [[523, 0, 0.14], [659, 0.07, 0.18]],
  turn: [[587, 0, 0.22], [880, 0.12, 0.35]],
  discard: [[220, 0, 0.15], [165, 0.1, 0.25]],
  count: [[740, 0, 0.09]],
  win: [[523, 0, 0.25], [659, 0.13, 0.25], [784, 0.26, 0.25], [1047, 0.39, 0.6]],
};

/**
 * Play a sound, if sounds are on.
 *
 * @param {keyof typeof SOUNDS} name
 */
export function playSound(name) {
  if (!isSoundOn() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  for (const [pitch, start, length] of SOUNDS[name]) ring(context, name === "place" ? "triangle" : "sine", pitch, start, length);
}

/**
 * @param {AudioContext} audio
 * @param {OscillatorType} type
 * @param {number} pitch
 * @param {number} start
 * @param {number} length
 */
function ring(audio, type, pitch, start, length) {
  const begin = audio.currentTime + start;
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.type = type;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(0.16, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0005, begin + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(begin);
  voice.stop(begin + length + 0.02);
}
