/** For tests next to the code, which import no test of another package. */
export { recordStatements } from '../../store/test/record-statements.ts'
