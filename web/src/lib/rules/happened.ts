// One kind of happening.
import type { Happening } from '$lib/types';

export type Happened<Type extends Happening['type']> = Extract<Happening, { type: Type }>;
