import type { ServerResponse } from 'node:http'
import type { FollowedChannel } from '../publish/open-publisher.ts'

/** The open answers of readers who follow a channel. */
export type EventStreams = {
  readonly add: (response: ServerResponse, channel: FollowedChannel) => void
  readonly all: () => ReadonlyMap<ServerResponse, FollowedChannel>
  /** Sends a text; drops a reader whose backlog is too large. */
  readonly send: (response: ServerResponse, text: string) => void
  /**
   * Ends an answer. Nothing can be written to it afterwards, because writing after the end is an error that no one
   * catches.
   */
  readonly end: (response: ServerResponse) => void
  /** Disconnects clients that have not read ended answers to the end. */
  readonly destroyEnded: () => void
}

/** A reader with a larger backlog than this is dropped; it reconnects and loads everything again. */
const BACKLOG_BYTES = 64 * 1024

/** `onForget` is called with each answer that has ended or was closed. */
export function openEventStreams(onForget: (response: ServerResponse) => void): EventStreams {
  const followed = new Map<ServerResponse, FollowedChannel>()
  /** Ended, but not yet read to the end by the client. */
  const ending = new Set<ServerResponse>()

  function forget(response: ServerResponse): void {
    followed.delete(response)
    onForget(response)
  }

  return {
    add(response, channel) {
      response.once('close', () => {
        forget(response)
        ending.delete(response)
      })
      followed.set(response, channel)
    },
    all: () => followed,
    send(response, text) {
      response.write(text)
      if (response.writableLength > BACKLOG_BYTES) response.destroy()
    },
    end(response) {
      forget(response)
      ending.add(response)
      response.end()
    },
    destroyEnded() {
      for (const response of ending) response.destroy()
      ending.clear()
    },
  }
}
