// The page's end of the broker: MQTT.js over WebSocket. Every connection is a new client that subscribes by itself, and
// what goes wrong in any way ends in one place, which tries again: nothing is remembered from one connection to the
// next, so nothing can be forgotten (a broker restarted empty, a subscription refused, a line cut in silence).

import mqtt, { type MqttClient } from "mqtt"

export interface Listener {
  message(topic: string, payload: string, retained: boolean): void
  linked(up: boolean): void
}

const FIRST_RETRY_S = 0.5
const LONGEST_RETRY_S = 8
/** From the first byte to the granted subscription. */
const PATIENCE_S = 10
const KEEPALIVE_S = 30

export class BrokerLink {
  private client: MqttClient | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private retryS = FIRST_RETRY_S
  private up = false

  constructor(
    private readonly url: string,
    private readonly topics: readonly string[],
    private readonly listener: Listener,
  ) {}

  get isUp(): boolean {
    return this.up
  }

  /** Begins, or begins anew with a fresh connection at once. */
  connect(): void {
    this.drop()
    const client = mqtt.connect(this.url, {
      clientId: `luza-page-${randomWord()}`,
      clean: true,
      keepalive: KEEPALIVE_S,
      connectTimeout: PATIENCE_S * 1000,
      reconnectPeriod: 0, // a new client is made instead
      resubscribe: false,
      timerVariant: "native", // its worker would need blob: in the content security policy
    })
    this.client = client
    this.timer = setTimeout(() => this.lost(client), PATIENCE_S * 1000)
    client.on("connect", () => this.subscribe(client))
    client.on("message", (topic, payload, packet) => {
      if (client === this.client) this.listener.message(topic, payload.toString(), packet.retain)
    })
    client.on("error", () => this.lost(client))
    client.on("close", () => this.lost(client))
  }

  /** Asks for the retained messages again. */
  refresh(): void {
    if (this.client !== null && this.up) this.subscribe(this.client)
  }

  private subscribe(client: MqttClient): void {
    client.subscribe([...this.topics], { qos: 1 }, (error, granted) => {
      if (client !== this.client) return
      if (error || granted?.some((grant) => grant.qos > 2)) return this.lost(client)
      clearTimeout(this.timer)
      this.retryS = FIRST_RETRY_S
      this.setUp(true)
    })
  }

  private lost(client: MqttClient): void {
    if (client !== this.client) return
    this.drop()
    // jitter, so that all the displays of a hall don't come back in the same moment
    this.timer = setTimeout(() => this.connect(), this.retryS * (0.75 + Math.random() / 2) * 1000)
    this.retryS = Math.min(this.retryS * 2, LONGEST_RETRY_S)
  }

  private drop(): void {
    clearTimeout(this.timer)
    const client = this.client
    this.client = null
    client?.end(true)
    this.setUp(false)
  }

  private setUp(up: boolean): void {
    if (this.up === up) return
    this.up = up
    this.listener.linked(up)
  }
}

/** 16 random hex digits; `crypto.randomUUID` isn't there on a page that came by plain http. */
function randomWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
