// What a player plans while others act: where the next domino goes, and which one to claim. It is done
// when the turn comes, if it still can be.

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */

export class Plans {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** The domino to be claimed when our turn comes. @type {number | null} */
    this.wish = null;
    /** Where the next domino fits, as the server says. @type {{key: string, placements: LegalAction[]}} */
    this.fits = { key: "", placements: [] };
  }

  /** The placements of the next domino, as far as they are known. */
  get placements() {
    return this.fits.key === this.key ? this.fits.placements : [];
  }

  /** What the placements depend on. */
  get key() {
    const { seat, domino, game } = this.desk;
    return `${seat}/${domino}/${Object.keys(game.kingdoms[seat].squares).length}`;
  }

  /** A wish is in vain once somebody else stands there. */
  dropVain() {
    if (this.wish === null) return;
    const { game } = this.desk;
    const line = game.round === 0 ? game.line : game.next_line;
    if (line.some(({ domino, seat }) => domino === this.wish && seat === null)) return;
    this.wish = null;
  }

  /** Do what was planned, now that it is our turn. @param {string | null} planned a placement */
  carryOut(planned) {
    const { legal } = this.desk.view;
    if (!legal || this.desk.busy) return;
    if (legal.phase === "place" && planned && legal.actions.some(({ action }) => action === planned)) {
      void this.desk.act(planned);
    } else if (legal.phase === "claim" && this.wish !== null) {
      const domino = this.wish;
      this.wish = null;
      void this.desk.act(`-${domino}`);
    }
  }

  /** While others play, ask where our next domino would fit. */
  async ask() {
    const { desk, key } = this;
    if (desk.view.legal || desk.domino === null || this.fits.key === key) return;
    this.fits = { key, placements: [] };
    const answer = await desk.send({ type: "fit", domino: desk.domino, seat: desk.seat });
    if (!answer || this.key !== key || desk.view.legal) return;
    this.fits = { key, placements: answer.placements ?? [] };
    desk.drawBoard();
    desk.tray.show();
  }
}
