// Linked into sanitized programs: libraries stay loaded until the end, so that the leak check,
// which comes last, can name the library of a leak (and tests/leaks.supp can tell Mesa's from
// ours).
extern "C" int dlclose(void*) noexcept { return 0; }
