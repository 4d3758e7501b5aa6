// What a page knows of one table: the newest state, and how long ago it was heard of. Pure: fed messages and times,
// asked for the view. The rules of reading are the contract's: keep the highest (epoch, rev), take an equal one again
// (`live` changes while `rev` stays), never order by time.

import { News } from "./news"
import { type Revision, type Snapshot, isOlder, readHeartbeat, readState } from "./snapshot"

export class TableFeed {
  state: Snapshot | null = null
  readonly news: News
  private told: Revision | null = null
  private readonly base: string

  constructor(hall: string, table: string, now: number) {
    this.base = `luza/1/${hall}/${table}/`
    this.news = new News(now)
  }

  get topics(): string[] {
    return ["status", "state", "hb"].map((leaf) => this.base + leaf)
  }

  /** A heartbeat told of a newer state than the one here: it has to be fetched again. */
  get isBehind(): boolean {
    return this.told !== null && (this.state === null || isOlder(this.state, this.told))
  }

  receive(topic: string, payload: string, retained: boolean, now: number): void {
    if (topic === `${this.base}state`) this.takeState(readState(payload), retained, now)
    else if (topic === `${this.base}hb`) this.takeHeartbeat(readHeartbeat(payload), now)
    else if (topic === `${this.base}status` && payload !== "") this.news.status(payload === "online")
  }

  private takeState(arrived: Snapshot | null, retained: boolean, now: number): void {
    if (arrived === null || (this.state !== null && isOlder(arrived, this.state))) return
    const newer = this.state === null || isOlder(this.state, arrived)
    this.state = arrived
    if (!retained) this.news.heard(now)
    else if (newer && !this.news.isOffline) this.news.heard(now)
  }

  private takeHeartbeat(arrived: Revision | null, now: number): void {
    if (arrived === null || (this.state !== null && isOlder(arrived, this.state))) return
    this.told = arrived
    this.news.heard(now)
  }
}
