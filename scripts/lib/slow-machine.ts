/**
 * One more attempt for a test that waited in vain: a busy machine is no fault of the program. A wrong answer
 * fails at once. `npm test` names those that needed it.
 */
export const RETRY_OF_SLOW = {
  count: 1,
  condition: /timed out|Timeout \d+ ?ms exceeded|Nothing came within/i,
}
