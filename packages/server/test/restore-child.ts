import { restoreBackup } from '@dragoman/store'
import { killAtStep } from './kill-at-step.ts'

/** Restores a backup into a data folder, and is killed at one step of it. */
const [backup = '', folder = '', stepFile = ''] = process.argv.slice(2)
killAtStep({ folder, file: stepFile })
await restoreBackup(backup, folder, '2026-01-02T03:04:05.000Z')
