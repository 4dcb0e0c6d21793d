import { api } from '@dragoman/contract'
import { queryOf } from './query-of.ts'

/** The signed-in person's account. In a file of its own, because the router loads it, and nothing else of accounts. */
export const accountQuery = () => queryOf(['account'], api.account.get)
