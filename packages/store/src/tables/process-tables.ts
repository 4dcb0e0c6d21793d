/** What processes share: jobs, events, leases, emails. */
export type ProcessTables = {
  /** Work in the background; see areas/jobs.ts. */
  job: {
    id: number
    project_id: number
    kind: string
    payload: string
    state: string
    run_at: string
    attempts: number
    max_attempts: number
    locked_by: string | null
    locked_until: string | null
    done: number
    total: number | null
    unit: string
    detail: string | null
    cursor: string | null
    cancel_requested: string | null
    result: string | null
    problem: string | null
    operation_id: number | null
    /** `ActorId` of the person who requested it. */
    started_by_id: string
    started_by_label: string
    /** The token of the request; null: a session. */
    started_with_token: number | null
    /** Who asked it to stop, in the same way; null: no one did. */
    cancelled_by_id: string | null
    cancelled_by_label: string | null
    cancelled_with_token: number | null
    created_at: string
    started_at: string | null
    ended_at: string | null
    dedupe_key: string | null
  }
  /** Events in the order of the commits; see areas/events.ts. */
  event: {
    number: number
    /**
     * Random, the same for all events of one commit: distinguishes events with the same number after a
     * restore.
     */
    mark: string
    kind: string
    version: number
    project_id: number | null
    actor_id: string | null
    at: string
    payload: string
  }
  /** Rights that only one process can have at a time; see areas/leases.ts. */
  lease: {
    name: string
    holder: string
    until_ms: number
    /** Session of the holder, which ends with its process; null: not known. */
    session: number | null
  }
  /** Emails to send; see `areas/mails.ts`. */
  mail: {
    id: number
    kind: string
    to_name: string
    to_address: string
    subject: string
    /** Empty once the email was sent: it might have contained a sign-in link. */
    text: string
    html: string | null
    unsubscribe_url: string | null
    /** The same for every attempt. */
    message_id: string
    /** Of several emails with the same key only the first is kept. */
    dedupe_key: string | null
    created_at: string
    attempts: number
    /** When the next attempt is due; null: it was sent, or given up. */
    next_at: string | null
    sent_at: string | null
    problem: string | null
  }
  /** The last event that each follower has processed. */
  follower: { name: string; number: number; mark: string }
  /** Settings of the instance, as JSON. */
  setting: { name: string; value: string }
}
