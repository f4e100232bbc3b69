#include "commands.h"
namespace explainee::cli {
}
