/** Fewer labelled queries than this teach their own accidents: six weights from 40 do worse on others than equal ones. */
export const FEWEST_LABELLED = 50
