export { DIFFICULT_TEXTS } from '../../../scripts/lib/difficult-texts.ts'
