import fc from 'fast-check';

/** A property that fails has killed the mutant: the smallest counterexample is not needed. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
