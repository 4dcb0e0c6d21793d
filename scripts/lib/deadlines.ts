/**
 * How long a test can run, and how long it waits for one thing, before it counts as hanging. Time never decides
 * whether a test passes: a long deadline only costs time when a test fails. Heavy tests do more, and share the
 * machine with others like them.
 */
const tier = process.env.DRAGOMAN_TEST_TIER

export const TEST_DEADLINE_MS = tier === 'gate' ? 180_000 : 1_800_000
export const WAIT_DEADLINE_MS = tier === 'all' ? 600_000 : 60_000
