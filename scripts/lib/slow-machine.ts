/**
 * One more attempt for a test that timed out, because a busy machine is not a bug of the program. A wrong
 * result fails immediately. `npm test` names the tests that needed it.
 */
export const RETRY_OF_SLOW = {
  count: 1,
  condition: /timed out|Timeout \d+ ?ms exceeded|Nothing came within/i,
}
