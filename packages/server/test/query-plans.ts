export { queryPlansOf } from '../../store/test/query-plans.ts'
