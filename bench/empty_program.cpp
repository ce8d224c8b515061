// Does nothing: what it costs to start any static program.
int main() { return 0; }
