/** What apps load, and messages to programs: channels, releases, missing keys, webhooks. */
export type DeliveryTables = {
  /** Keys that apps requested and did not find; see areas/missing-keys.ts. */
  missing_key: {
    project_id: number
    namespace: string
    /** As for a key without plural. */
    lookup: number
    name: string
    text: string
    languages: string
    count: number
    first_at: string
    last_at: string
  }
  /** URLs that apps were shipped with earlier, and what they lead to; see areas/old-addresses.ts. */
  old_address: {
    id: number
    project_id: number
    prefix: string
    shape: string
    channel: string
    namespace: string | null
    created_at: string
  }
  /**
   * Files of the blob store that might not be in any manifest, and since when; see areas/published-files.ts.
   */
  published_file: { name: string; since_ms: number }
  /** Files that apps loaded from this server, by UTC days; see areas/served.ts. */
  served_file: {
    project_id: number
    channel: string
    namespace: string
    language: string
    /** The first day on which it was loaded. */
    since: string
    last_on: string
  }
  /** Namespaces whose keys apps report as used. */
  used_namespace: {
    project_id: number
    namespace: string
    /** Since when, without a gap of more than a week. */
    since: string
    last_on: string
  }
  /** When an app last reported a key as used, by each requested name. */
  used_key: {
    key_id: number
    /** As for a key without plural. */
    lookup: number
    project_id: number
    name: string
    last_on: string
  }
  /**
   * What apps load texts from; see areas/channels.ts. `live` and `pseudo` have a row only after they were
   * changed.
   */
  channel: {
    id: number
    project_id: number
    name: string
    /** `catalog`, `release` or `pseudo`. */
    kind: string
    settings: string
    /** The release that readers get; null: none yet. */
    release_id: number | null
    /** The release that the first of the readers get; null: none. */
    next_release_id: number | null
    /** Percentage of readers who get the next one. */
    percent: number
    version: number
    changed_at: string
  }
  /** Moves of channels, with their actors; see areas/channels.ts. */
  channel_move: {
    id: number
    channel_id: number
    /** What all readers get since then, and what the first of them get. */
    release_id: number | null
    next_release_id: number | null
    percent: number
    /** 1: to an earlier release. */
    is_roll_back: number
    note: string
    at: string
    by_id: string | null
    by_label: string
    /** When it was scheduled for; null: it was moved immediately by a person. */
    scheduled_for: string | null
  }
  /**
   * Scheduled moves of channels; see areas/scheduled-moves.ts. Rows are deleted when the move has happened.
   */
  scheduled_move: {
    id: number
    project_id: number
    /** The channel might have been removed, and a new one of the same name has another id. */
    channel_id: number
    channel: string
    release_id: number
    percent: number
    note: string
    at: string
    /** The newest move of the channel when a person last decided on this one; 0: none. */
    after_move: number
    /** Why it did not happen; null: it waits. */
    failure: string | null
    failed_at: string | null
    version: number
    /** Who decided on it last, and with which token. */
    by_id: string | null
    by_label: string
    token_id: number | null
  }
  /** How often files of a channel were requested in a minute; see areas/channel-requests.ts. */
  channel_requests: {
    project_id: number
    channel: string
    /** Since 1970. */
    minute: number
    requests: number
  }
  /** Texts at one moment; see areas/releases.ts. */
  release: {
    id: number
    project_id: number
    number: number
    title: string
    notes: string
    /** Revision of the project that the texts are from. */
    revision: number
    source_language: string
    syntax: string
    /** JSON: languages with their fallbacks. */
    languages: string
    /** How many texts were added, changed or removed since the previous release. */
    changes: number
    created_at: string
    created_by_id: string | null
    created_by_label: string
  }
  /** The texts of a release in a language and namespace. */
  release_file: {
    release_id: number
    language: string
    namespace: string
    mark: string
    hash: string
    texts: number
  }
  /** Texts of releases by their hash: releases share identical texts. */
  release_texts: { project_id: number; hash: string; bytes: Uint8Array }
  /** An image, by the hash of its bytes; screenshots share identical images. */
  screenshot_image: {
    project_id: number
    hash: string
    type: string
    /** In pixels. */
    width: number
    height: number
    added_at: string
    size_bytes: number
    bytes: Uint8Array
  }
  /** Screenshots of an app, by subject and language; see areas/screenshots.ts. */
  screenshot: {
    id: number
    project_id: number
    name: string
    language: string
    image: string
    /** The sender's own identifier. */
    mark: string
    taken_at: string
    by_id: string | null
    by_label: string
    /** Null: it was not removed. */
    removed_at: string | null
  }
  /** Where a screenshot shows a string, in pixels of its image. */
  screenshot_string: {
    screenshot_id: number
    place: number
    key_id: number
    /** `text`, or the name of an attribute. */
    part: string
    x: number
    y: number
    width: number
    height: number
    /** Hash of the source text at that time. */
    source: number
  }
  /** A URL that is notified of what happens in a project; see areas/webhooks.ts. */
  webhook: {
    id: number
    project_id: number
    url: string
    description: string
    /** Lists as JSON; null: all. */
    topics: string | null
    languages: string | null
    namespaces: string | null
    is_on: number
    with_names: number
    /** Encrypted with the secret of the instance. */
    secret: string
    /** The previous one; deliveries are also signed with it until a time. */
    former_secret: string | null
    former_until: string | null
    /** No delivery has succeeded since. */
    failing_since: string | null
    /** Why the program turned it off: `gone` or `failing`. */
    off_reason: string | null
    /** The newest event when it was added or turned on: earlier events are not delivered. */
    from_event: number
    /** The newest conflict that was delivered. */
    conflicts_to: number
    created_at: string
    created_by_id: string | null
    created_by_label: string
  }
  /** Messages to webhooks; see areas/webhook-deliveries.ts. */
  webhook_delivery: {
    id: number
    webhook_id: number
    /** The same on every attempt. */
    message_id: string
    type: string
    body: string
    /** 1: further events join it. */
    gathers: number
    /** 1: a person requested to send it now, regardless of others. */
    by_hand: number
    state: string
    created_at: string
    /** When it is sent next; null: it was delivered, or given up. */
    next_at: string | null
    attempts: number
    /** Since it was last started. */
    failures: number
    attempted_at: string | null
    /** Of the last attempt: the status of the response, or why there was none. */
    status: number | null
    reason: string | null
    duration_ms: number | null
    response: string | null
  }
}
