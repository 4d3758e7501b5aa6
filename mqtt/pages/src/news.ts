// When a table was last heard of. Pure: times are seconds of a clock that only goes forward (never the wall clock, which
// may be a day wrong) and are given by the caller.
//
// A retained message says what was once true, not that anybody is there: it counts as news only when it is newer than
// all that was known. That is how a broker that came back without its table doesn't make an old score look alive.

/** Longer than this without news (two missed heartbeats and a bit) and the page says so. */
export const SILENCE_S = 12

export class News {
  private offline = false

  constructor(private heardAt: number) {}

  /** A state or a heartbeat came from the table itself. */
  heard(now: number): void {
    this.heardAt = now
    this.offline = false
  }

  /** The table's `status` topic says that it is there (`online`) or not. */
  status(online: boolean): void {
    this.offline = !online
  }

  get isOffline(): boolean {
    return this.offline
  }

  silence(now: number): number {
    return Math.max(0, now - this.heardAt)
  }

  /** Whole seconds without news, when that has to be said; null while the table is heard. */
  stale(now: number): number | null {
    const silence = this.silence(now)
    return this.offline || silence > SILENCE_S ? Math.floor(silence) : null
  }
}
