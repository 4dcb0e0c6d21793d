/**
 * Names the tests that only passed on their second attempt: the machine was slow, or the test needs a fix.
 */
export default class SecondAttempts {
  onTestCaseResult(testCase) {
    if (testCase.diagnostic()?.flaky)
      console.log(`\nSecond attempt: ${testCase.module.relativeModuleId} > ${testCase.fullName}`)
  }
}
