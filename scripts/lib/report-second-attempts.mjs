/** Names the tests that passed at their second attempt only: the machine was slow, or the test is to be mended. */
export default class SecondAttempts {
  onTestCaseResult(testCase) {
    if (testCase.diagnostic()?.flaky)
      console.log(`\nSecond attempt: ${testCase.module.relativeModuleId} > ${testCase.fullName}`)
  }
}
