// SHA-256 of short texts. Browsers have their own only where the page came by TLS or from this device.

/**
 * @param {string} text of ASCII characters
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export async function hash(text) {
  const bytes = new TextEncoder().encode(text);
  if (!globalThis.crypto?.subtle) return hashByHand(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * @param {string} text
 * @returns {Promise<string>} 64 hexadecimal digits
 */
export async function hashText(text) {
  return writeHex(await hash(text));
}

/** @param {Uint8Array} bytes */
export function writeHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The first 32 bits of the fractional parts of the roots of the first primes: the standard's constants.
 *
 * @param {number} count
 * @param {(number: number) => number} root
 */
function fractions(count, root) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor++) prime &&= number % divisor > 0;
    if (prime) found.push(((root(number) % 1) * 2 ** 32) | 0);
  }
  return found;
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 as FIPS 180-4 describes it.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function hashByHand(bytes) {
  const constants = fractions(64, Math.cbrt);
  const state = fractions(8, Math.sqrt);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  for (let block = 0; block < padded.length; block += 64) {
    const words = Array.from({ length: 16 }, (_, at) => view.getInt32(block + 4 * at));
    let [a, b, c, d, e, f, g, h] = state;
    for (let round = 0; round < 64; round++) {
      if (round >= 16) {
        const [early, late] = [words[round - 15], words[round - 2]];
        const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
        const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
        words[round] = (words[round - 16] + first + words[round - 7] + second) | 0;
      }
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants[round] + words[round]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] + word) | 0;
  }
  const result = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) result.setInt32(4 * at, word);
  return new Uint8Array(result.buffer);
}
